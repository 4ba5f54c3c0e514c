// One post's file to all that can be said of it without looking at any other file, at a clock or at the environment:
// so that a result can be kept for as long as the file and the workspace's settings stay as they are.
import { termsOf } from '../../snapshot/search/terms.ts'
import { textOf } from '../../snapshot/text/html-text.ts'
import type { Terms } from '../../snapshot/types.ts'
import { type HtmlLink, htmlLinks } from '../link/html-links.ts'
import { type MarkdownLink, markdownLinks } from '../link/markdown-links.ts'
import type { Name } from '../link/unique.ts'
import { unshownNames } from '../link/unshown-names.ts'
import { finder } from '../link/url-places.ts'
import type { UrlReference } from '../link/url-reference.ts'
import { decode } from '../parse/decode.ts'
import type { ContentFile } from '../parse/file.ts'
import { splitFrontMatter } from '../parse/frontmatter.ts'
import { parseYaml } from '../parse/yaml/parse.ts'
import { lineIn, placesIn, TOP } from '../problems/location.ts'
import { andThen, type Checked, nothing, type Problem, problemAt, problemsIn } from '../problems/problem.ts'
import { failed } from '../problems/read-failure.ts'
import type { Reference } from '../workspace/references.ts'
import type { Settings } from '../workspace/settings.ts'
import { describe } from './description.ts'
import { Anchors } from './html/anchors.ts'
import { sanitise } from './html/sanitise.ts'
import { trust } from './html/trusted.ts'
import { markdownRenderer, type Render } from './markdown.ts'
import { type Header, headerReader } from './post-header.ts'

export interface CompiledPost extends Header {
  description: string
  html: string
  /** What of `html` names other files or places on the site. */
  htmlLinks: HtmlLink[]
  /** Names of its raw HTML that have got a prefix: see html/anchors.ts. */
  moved: ReadonlySet<string>
  /** The source after the front matter, byte for byte. */
  markdown: string
  /** What of `markdown` leads to other posts. */
  markdownLinks: MarkdownLink[]
  terms: { title: Terms; content: Terms }
}

/** Plain data, so that a worker thread can hand it over. */
export interface Compiled {
  /** As messages show it. */
  file: string
  /** Its path in the workspace. */
  inside: string
  problems: readonly Problem[]
  names: Name[]
  references: Reference[]
  /** What the file itself names: a default of the workspace is not among them. */
  urls: UrlReference[]
  /** Not so where it may name more. */
  isRead: boolean
  /** Missing when one of the problems is an error. */
  post: CompiledPost | undefined
}

type PostFile = Pick<ContentFile, 'shown' | 'inside'>

export type Compile = (file: PostFile, bytes: Uint8Array) => Compiled

/** Makes the function that compiles the posts of one workspace. */
export function compiler(settings: Settings): Compile {
  const readHeader = headerReader(settings)
  const render = markdownRenderer()
  const clean = settings.html === 'trusted' ? trust : sanitise
  return (file, bytes) => {
    const { value: text, problems: illegible } = decode(bytes, file.shown)
    if (text === undefined) return withoutPost(file, illegible)
    const { value: front, problems: unsplit } = splitFrontMatter(text, file.shown)
    if (!front) return withoutPost(file, unsplit)
    const { yaml, start, body } = front
    const data = parseYaml({ name: 'The front matter', file: file.shown, text, yaml, start })
    const read = andThen(data, (data) => (data ? readHeader(data, file) : nothing()))
    const rendered = htmlOf(body, text, file, render)
    const { html, anchors, known } = rendered.value
    const { header, names, references, cover } = read.value ?? NOTHING
    const problems = problemsIn([read, rendered])
    const safe = clean(html, anchors)
    const find = finder(body, text.length - body.length, placesIn(text))
    const links = htmlLinks(safe, file, find)
    const urls = [...cover, ...links.map(({ reference }) => reference)]
    const isSound = header && !problems.some(({ severity }) => severity === 'error')
    const post = isSound
      ? postOf(header, body, {
          html: safe,
          htmlLinks: links,
          moved: anchors.moved,
          markdownLinks: [...known, ...unshownNames(body, known, safe, links, file.inside)],
        })
      : undefined
    return {
      file: file.shown,
      inside: file.inside,
      problems,
      names,
      references,
      urls,
      isRead: read.value !== undefined,
      post,
    }
  }
}

/** What is left of a file that could not be compiled. */
export function withoutPost({ shown, inside }: PostFile, problems: readonly Problem[]): Compiled {
  return {
    file: shown,
    inside,
    problems,
    names: [],
    references: [],
    urls: [],
    isRead: false,
    post: undefined,
  }
}

const NOTHING = { header: undefined, names: [], references: [], cover: [] }

function postOf(
  header: Header,
  markdown: string,
  own: Pick<CompiledPost, 'html' | 'htmlLinks' | 'moved' | 'markdownLinks'>,
): CompiledPost {
  const terms = { title: termsOf(header.title), content: termsOf(textOf(own.html)) }
  return { ...header, ...own, description: header.description ?? describe(own.html), markdown, terms }
}

interface Html {
  html: string
  anchors: Anchors
  /** Links of the source. */
  known: MarkdownLink[]
}

function htmlOf(body: string, text: string, { shown, inside }: PostFile, render: Render): Checked<Html> {
  const none = { html: '', anchors: new Anchors(), known: [] }
  try {
    const { html, openFence, anchors, ...tokens } = render(body)
    const value = { html, anchors: new Anchors(anchors), known: markdownLinks(body, tokens, inside) }
    if (openFence === undefined) return { value, problems: [] }
    const message = 'This code fence is not closed, and holds all that follows.'
    const { line } = placesIn(text)(text.length - body.length)
    const problem = problemAt(shown, lineIn(text, line + openFence), {
      code: 'unterminated-fence',
      message,
      hint: 'Close it with a line of ```, or of ~~~ if it began so.',
    })
    return { value: none, problems: [problem] }
  } catch (error) {
    const problem = error instanceof RangeError ? tooDeep(shown) : failed(shown, error)
    return { value: none, problems: [problem] }
  }
}

/** marked is recursive. */
function tooDeep(file: string): Problem {
  return problemAt(file, TOP, {
    code: 'too-complex',
    message: 'The text is nested too deeply to be rendered.',
  })
}
