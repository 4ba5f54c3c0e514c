// Compiles the file of one post, independently of other files, the clock and the environment: the result depends only on
// the file and the workspace's settings.
import { PostPacker, Vocabulary } from '../../packages/search/index.ts'
import { jsonText } from '../../snapshot/format/deflate.ts'
import { textOf } from '../../snapshot/text/html-text.ts'
import type { Heading, PostDetails } from '../../snapshot/types.ts'
import { hiddenNames } from '../extract/hidden-names.ts'
import { type HtmlLink, htmlLinks } from '../extract/html-links.ts'
import { type MarkdownLink, markdownLinks } from '../extract/markdown-links.ts'
import { urlFinder } from '../extract/url-locations.ts'
import { postPathOf, type UrlReference, urlTarget } from '../extract/url-reference.ts'
import { decode } from '../parse/decode.ts'
import type { FilePaths } from '../parse/file.ts'
import { splitEntry, splitFrontMatter } from '../parse/frontmatter.ts'
import { lineStarts, locationOfLine, locator, WHOLE_FILE } from '../problems/location.ts'
import { type Checked, type Problem, problemAt } from '../problems/problem.ts'
import { readFailure } from '../problems/read-failure.ts'
import { nameOfSlug } from '../schema/slug.ts'
import type { Reference } from '../workspace/references.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import type { Name } from '../workspace/unique.ts'
import { describe } from './description.ts'
import { withoutNotes } from './foreign-syntax.ts'
import { headOf } from './head.ts'
import { Anchors } from './html/anchors.ts'
import { anchorsIn, missingAnchors } from './html/fragments.ts'
import { withHeadings } from './html/headings.ts'
import { Losses } from './html/losses.ts'
import { sanitise } from './html/sanitise.ts'
import { sanitiseTrusted } from './html/trusted.ts'
import { HeadingSlugger } from './markdown/heading-ids.ts'
import { markdownRenderer, type Render, type Rendered } from './markdown.ts'
import { type Header, headerReader } from './post-header.ts'
import { readingOf } from './reading.ts'
import { textProblems } from './text-problems.ts'

export interface CompiledPost<Content = CompiledContent> extends Header {
  description: string
  content: Content
  /** The parts of its HTML that refer to other files or to pages of the site. */
  htmlLinks: HtmlLink[]
  anchors: PostAnchors
  /** The parts of its markdown that refer to other posts. */
  markdownLinks: MarkdownLink[]
  /** A `PostDetails` as JSON, without the cover, whose file is not known here. */
  details: string
}

/** The ids and names in a post's HTML. */
export interface PostAnchors {
  readonly all: ReadonlySet<string>
  /** The names in its raw HTML that got a prefix: see html/anchors.ts. */
  readonly prefixed: ReadonlySet<string>
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
  const render = markdownRenderer(settings)
  const split = settings.collection ? splitEntry : splitFrontMatter
  const clean = settings.html === 'trusted' ? sanitiseTrusted : sanitise
  return (file, bytes) => {
    const { value: text, problems: illegible } = decode(bytes, file.displayPath)
    if (text === undefined) return withoutPost(file, illegible)
    const { value: front, problems: unsplit } = split(text, file.displayPath)
    if (!front) return withoutPost(file, [...illegible, ...unsplit])
    const { value: head, problems: inHeader } = headOf(front, text, file, readHeader)
    const { title, body } =
      head.read.header?.title === '' ? titled(front.body, file, render) : { ...front, title: undefined }
    const rendered = htmlOf(body, text, file, render)
    const { html, anchors, slugger, known, tokens, definitions } = rendered.value
    const { header, names, references, urls: inHead } = head.read
    const losses = new Losses()
    const cleaned = clean(html, anchors, settings.embeds, losses)
    const targets = anchorsIn(cleaned)
    const { html: safe, headings } = withHeadings(cleaned, targets, slugger)
    const bodyStart = text.length - body.length
    const locationAt = locator(text)
    const find = urlFinder(body, bodyStart, locationAt)
    const links = htmlLinks(safe, file, find, settings.site)
    const doubtful = textProblems({
      file: file.displayPath,
      markdown: body,
      tokens,
      definitions,
      losses: losses.all(),
      locationAt: (offset, length) => locationAt(bodyStart + offset, length),
      find,
    })
    const lost = missingAnchors(safe, targets, file.displayPath, find)
    // A key that was not read is not missing.
    const isCertain = head.isWhole && (unsplit.length === 0 || front.origin === 'converted')
    const inKeys = isCertain ? inHeader : inHeader.filter(({ code }) => code !== 'missing-field')
    const found = [...unsplit, ...inKeys, ...rendered.problems, ...doubtful, ...lost]
    const problems = [...illegible, ...(illegible.length > 0 ? found.filter(isReadable) : found)]
    const urls = [...inHead, ...links.map(({ reference }) => reference), ...lostFiles([...losses.urls], file)]
    const isValid = header && !problems.some(({ severity }) => severity === 'error')
    const firstLine = lineStarts(text.slice(0, bodyStart)).length
    const described = () => {
      const prose = withoutNotes(body, tokens)
      if (prose === body) return safe
      const { html, anchors } = render(prose)
      return clean(html, new Anchors(anchors), settings.embeds, new Losses())
    }
    const post = isValid
      ? postOf(
          title === undefined ? header : { ...header, title },
          { markdown: body, firstLine },
          safe,
          described,
          headings,
          {
            htmlLinks: links,
            anchors: { all: targets, prefixed: anchors.prefixed },
            markdownLinks: [...known, ...hiddenNames(body, known, safe, links, file.relativePath)],
          },
          packer,
        )
      : undefined
    return {
      file: file.displayPath,
      relativePath: file.relativePath,
      problems,
      names,
      references: illegible.length > 0 ? [] : references,
      urls: illegible.length > 0 ? [] : urls,
      isRead: head.isWhole && unsplit.length + illegible.length + rendered.problems.length === 0,
      post,
    }
  }
}

/** Files that elements name which are left out: to call them unused would be misleading. */
function lostFiles(urls: readonly string[], { displayPath, relativePath }: FilePaths): UrlReference[] {
  return urls.flatMap((href): UrlReference[] => {
    const target = urlTarget(href, relativePath)
    const isMedium = target.to === 'file' && postPathOf(href, relativePath) === undefined
    return isMedium ? [{ kind: 'mention', href, target, file: displayPath, location: WHOLE_FILE }] : []
  })
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

/** The title of an entry that has no other: the heading of level 1 that its text begins with, else the name of its file or folder. */
function titled(body: string, { relativePath }: FilePaths, render: Render): { title: string; body: string } {
  const [heading, line = ''] = /^\s*#[ \t]+([^\r\n]+?)(?:[ \t]+#+)?[ \t]*(?:\r?\n|$)/.exec(body) ?? []
  const title = textOf(render(line).html).trim()
  if (heading !== undefined && title !== '') return { title, body: body.slice(heading.length) }
  const [last = '', before = ''] = relativePath
    .replace(/\.[^./]*$/, '')
    .split('/')
    .reverse()
  return { title: nameOfSlug(last === 'index' && before !== '' ? before : last), body }
}

function postOf(
  header: Header,
  source: Pick<CompiledContent, 'markdown' | 'firstLine'>,
  html: string,
  /** Returns the HTML that its description is taken from. */
  described: () => string,
  headings: Heading[],
  own: Pick<CompiledPost, 'htmlLinks' | 'anchors' | 'markdownLinks'>,
  packer: PostPacker,
): CompiledPost {
  // The JSON has memory of its own: a copy would take time, and memory that is shared with others cannot be sent.
  const htmlJson = new Uint8Array(jsonText(html).buffer)
  const text = textOf(html)
  const descriptionIsExcerpt = header.description === undefined
  const details: Omit<PostDetails, 'cover'> = { descriptionIsExcerpt, reading: readingOf(text), headings }
  const description = header.description ?? describe(described())
  const words = packer.pack({ title: header.title, content: text })
  const content = { ...source, html, htmlJson, words }
  return { ...header, ...own, description, content, details: JSON.stringify(details) }
}

interface Html extends Omit<Rendered, 'anchors' | 'openFence'> {
  anchors: Anchors
  /** The links found in the source. */
  known: MarkdownLink[]
}

function htmlOf(
  body: string,
  text: string,
  { displayPath, relativePath }: FilePaths,
  render: Render,
): Checked<Html> {
  const none = {
    html: '',
    anchors: new Anchors(),
    slugger: new HeadingSlugger(),
    known: [],
    tokens: [],
    definitions: {},
  }
  try {
    const { openFence, anchors, ...rendered } = render(body)
    const known = markdownLinks(body, rendered, relativePath)
    const value = { ...rendered, anchors: new Anchors(anchors), known }
    if (openFence === undefined) return { value, problems: [] }
    const message = 'This code fence is not closed, and everything after it is code.'
    const { line } = locator(text)(text.length - body.length)
    const problem = problemAt(displayPath, locationOfLine(text, line + openFence), {
      code: 'unterminated-fence',
      message,
      hint: 'Close it with a line of only ```, or only ~~~ if that opened it.',
    })
    return { value, problems: [problem] }
  } catch (error) {
    const problem = error instanceof RangeError ? tooDeep(displayPath) : readFailure(displayPath, error)
    return { value: none, problems: [problem] }
  }
}

/** The problem of a text that is nested too deeply: marked is recursive. */
function tooDeep(file: string): Problem {
  return problemAt(file, WHOLE_FILE, {
    code: 'too-complex',
    message: 'The text is nested too deeply to be rendered.',
  })
}
