// Compiles the file of one post, independently of other files, the clock and the environment: the result depends only on
// the file and the workspace's settings.
import { PostPacker, Vocabulary } from '../../packages/search/index.ts'
import { jsonText } from '../../snapshot/format/deflate.ts'
import { textOf } from '../../snapshot/text/html-text.ts'
import type { PostDetails, PostTexts } from '../../snapshot/types.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { decode } from '../parse/decode.ts'
import type { FilePaths } from '../parse/file.ts'
import { splitEntry, splitFrontMatter } from '../parse/frontmatter.ts'
import { type Location, lineStarts, locator, valueLocator } from '../problems/location.ts'
import type { Problem } from '../problems/problem.ts'
import type { Reference } from '../workspace/references.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import type { Name } from '../workspace/unique.ts'
import { describe } from './description.ts'
import { headOf } from './head.ts'
import { type Header, headerReader } from './post-header.ts'
import { readingOf } from './reading.ts'
import { type PostAnchors, type SafeText, type TextLinks, textRenderer } from './text.ts'
import { titled } from './title.ts'

export interface CompiledPost<Content = CompiledContent> extends Header, TextLinks {
  description: string
  content: Content
  anchors: PostAnchors
  /** The markdown in its fields, in the order of `mappedValues`. */
  fieldTexts: CompiledText[]
  /** A `PostDetails` as JSON, without the cover, whose file is not known here. */
  details: string
}

/** A text in a field. */
export interface CompiledText extends PostTexts, TextLinks, Located {}

interface Located {
  location: Location
}

/** The contents of a post, which take most of the memory. */
export interface CompiledContent {
  html: string
  /** The HTML as JSON, as it is packed. */
  htmlJson: Uint8Array
  /** The source after the front matter, byte for byte. */
  markdown: string
  /** The line of the file, from 1, in which it begins. */
  firstLine: number
  /** Its words, as `packTerms` makes them. */
  words: Uint8Array
}

/** Plain data, so that a worker thread can send it. */
export interface CompiledFile<Content = CompiledContent> {
  /** The path as messages show it. */
  file: string
  /** The path relative to the workspace's folder. */
  relativePath: string
  problems: readonly Problem[]
  names: Name[]
  references: Reference[]
  /** The references of the file itself, without defaults of the workspace. */
  urls: UrlReference[]
  /** False if the file may refer to more. */
  isRead: boolean
  /** Missing if one of the problems is an error. */
  post: CompiledPost<Content> | undefined
  /** The SHA-256 of the bytes it was made of, if they could be read. */
  digest?: string
}

export type Compile = (file: FilePaths, bytes: Uint8Array) => CompiledFile

/**
 * Makes the function that compiles the posts of one workspace.
 * @param packer gives the words of a post their numbers
 */
export function compiler(settings: CompilerSettings, packer = new PostPacker(new Vocabulary())): Compile {
  const readHeader = headerReader(settings)
  const render = textRenderer(settings)
  const split = settings.collection ? splitEntry : splitFrontMatter
  return (file, bytes) => {
    const { value: text, problems: illegible } = decode(bytes, file.displayPath)
    if (text === undefined) return withoutPost(file, illegible)
    const { value: front, problems: unsplit } = split(text, file.displayPath)
    if (!front) return withoutPost(file, [...illegible, ...unsplit])
    const { value: head, problems: inHeader } = headOf(front, text, file, readHeader)
    const locationAt = locator(text)
    const { title, body: markdown } =
      head.read.header?.title === ''
        ? titled(front.body, file, (line) => render({ markdown: line, locationAt }, file).html)
        : { ...front, title: undefined }
    const { header, names, references, urls: inHead } = head.read
    const bodyStart = text.length - markdown.length
    const source = {
      markdown,
      locationAt: (offset: number, length?: number) => locationAt(bodyStart + offset, length),
    }
    const body = render(source, file)
    const fieldTexts = head.read.texts.map(({ markdown, name, location }) => {
      const within = { markdown, locationAt: valueLocator(text, location, markdown) }
      return { location, ...render(within, file, { prefix: `fields.${name}:`, around: body.anchors.all }) }
    })
    const texts = [body, ...fieldTexts]
    // A key that was not read is not missing.
    const isCertain = head.isWhole && unsplit.length === 0
    const inKeys = isCertain ? inHeader : inHeader.filter(({ code }) => code !== 'missing-field')
    const found = [...unsplit, ...inKeys, ...texts.flatMap(({ problems }) => problems)]
    const problems = [...illegible, ...(illegible.length > 0 ? found.filter(isReadable) : found)]
    const urls = [...inHead, ...texts.flatMap(({ urls }) => urls)]
    const isValid = header && !problems.some(({ severity }) => severity === 'error')
    const firstLine = lineStarts(text.slice(0, bodyStart)).length
    const titledHeader = header && title !== undefined ? { ...header, title } : header
    const post = isValid ? postOf(titledHeader!, { firstLine, body, fieldTexts }, packer) : undefined
    return {
      file: file.displayPath,
      relativePath: file.relativePath,
      problems,
      names,
      references: illegible.length > 0 ? [] : references,
      urls: illegible.length > 0 ? [] : urls,
      isRead: head.isWhole && unsplit.length + illegible.length === 0 && texts.every(({ isRead }) => isRead),
      post,
    }
  }
}

/** Returns false for a problem about a character that could not be decoded: that is reported already. */
function isReadable({ message }: Problem): boolean {
  return !message.includes('\ufffd')
}

/** The result for a file that could not be compiled. */
export function withoutPost(
  { displayPath, relativePath }: FilePaths,
  problems: readonly Problem[],
): CompiledFile<never> {
  return {
    file: displayPath,
    relativePath,
    problems,
    names: [],
    references: [],
    urls: [],
    isRead: false,
    post: undefined,
  }
}

function postOf(
  header: Header,
  { firstLine, body, fieldTexts }: { firstLine: number; body: SafeText; fieldTexts: (SafeText & Located)[] },
  packer: PostPacker,
): CompiledPost {
  const { html, markdown, headings, anchors, htmlLinks, markdownLinks } = body
  // The JSON has memory of its own: a copy would take time, and memory that is shared with others cannot be sent.
  const htmlJson = new Uint8Array(jsonText(html).buffer)
  const text = textOf(html)
  const descriptionIsExcerpt = header.description === undefined
  const details: Omit<PostDetails, 'cover'> = { descriptionIsExcerpt, reading: readingOf(text), headings }
  const description = header.description ?? describe(body.described())
  const words = packer.pack({ title: header.title, content: text })
  return {
    ...{ ...header, htmlLinks, anchors, markdownLinks, description },
    content: { markdown, firstLine, html, htmlJson, words },
    details: JSON.stringify(details),
    fieldTexts: fieldTexts.map(({ html, markdown, htmlLinks, markdownLinks, location }) => {
      return { html, markdown, htmlLinks, markdownLinks, location }
    }),
  }
}
