// Renders a text of a post, its body or the value of a field: markdown becomes safe HTML, and what it refers to is listed.
import type { Heading } from '../../snapshot/types.ts'
import { hiddenNames } from '../extract/hidden-names.ts'
import { type HtmlLink, htmlLinks } from '../extract/html-links.ts'
import { type MarkdownLink, markdownLinks } from '../extract/markdown-links.ts'
import { urlFinder } from '../extract/url-locations.ts'
import { postPathOf, type UrlReference, urlTarget } from '../extract/url-reference.ts'
import type { FilePaths } from '../parse/file.ts'
import { type LocationAt, lineStarts, WHOLE_FILE } from '../problems/location.ts'
import { type Checked, type Problem, problemAt } from '../problems/problem.ts'
import { readFailure } from '../problems/read-failure.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { withoutNotes } from './foreign-syntax.ts'
import { Anchors, withPrefix } from './html/anchors.ts'
import { anchorsIn, missingAnchors } from './html/fragments.ts'
import { withHeadings } from './html/headings.ts'
import { Losses } from './html/losses.ts'
import { sanitise } from './html/sanitise.ts'
import { sanitiseTrusted } from './html/trusted.ts'
import { HeadingSlugger } from './markdown/heading-ids.ts'
import { markdownRenderer, type Render, type Rendered } from './markdown.ts'
import { textProblems } from './text-problems.ts'

interface LocatedMarkdown {
  markdown: string
  /** The location of an offset in it. */
  locationAt: LocationAt
}

/** The parts of a text that refer to others. */
export interface TextLinks {
  /** The parts of its HTML that refer to other files or to pages of the site. */
  htmlLinks: HtmlLink[]
  /** The parts of its markdown that refer to other posts. */
  markdownLinks: MarkdownLink[]
}

/** The ids and names in a post's HTML. */
export interface PostAnchors {
  readonly all: ReadonlySet<string>
  /** The names in its raw HTML that got a prefix: see html/anchors.ts. */
  readonly prefixed: ReadonlySet<string>
}

export interface SafeText extends TextLinks {
  html: string
  markdown: string
  headings: Heading[]
  anchors: PostAnchors
  urls: UrlReference[]
  problems: Problem[]
  /** False if it may refer to more. */
  isRead: boolean
  /** Returns the HTML that its description is taken from. */
  described: () => string
}

/** The prefix of ids in a field, and those of the body, to which it may link. */
interface FieldAnchors {
  prefix: string
  around: ReadonlySet<string>
}

export function textRenderer(settings: CompilerSettings) {
  const render = markdownRenderer(settings)
  const isTrusted = settings.html === 'trusted'
  const clean = isTrusted ? sanitiseTrusted : sanitise
  return (source: LocatedMarkdown, file: FilePaths, surroundings?: FieldAnchors): SafeText => {
    const { markdown, locationAt } = source
    const rendered = htmlOf(source, file, render)
    const { html: unsafe, anchors, slugger, known, tokens, definitions } = rendered.value
    const losses = new Losses()
    const cleaned = clean(unsafe, anchors, settings.embeds, losses)
    const targets = anchorsIn(cleaned)
    const { html: whole, headings } = withHeadings(cleaned, targets, slugger)
    const ids = () => new Set([...targets].filter((id) => !isTrusted || anchors.hasOwn(id)))
    const html = surroundings ? withPrefix(whole, ids(), surroundings.prefix) : whole
    const find = urlFinder(markdown, 0, locationAt)
    const links = htmlLinks(html, file, find, settings.site)
    const doubtful = textProblems({
      file: file.displayPath,
      markdown,
      tokens,
      definitions,
      losses: losses.all(),
      locationAt,
      find,
    })
    const reachable = surroundings ? new Set([...targets, ...surroundings.around]) : targets
    const lost = missingAnchors(whole, reachable, file.displayPath, find)
    return {
      ...{ html, markdown, headings, htmlLinks: links },
      anchors: { all: targets, prefixed: anchors.prefixed },
      markdownLinks: [...known, ...hiddenNames(markdown, known, html, links, file.relativePath)],
      urls: [...links.map(({ reference }) => reference), ...lostFiles([...losses.urls], file)],
      problems: [...rendered.problems, ...doubtful, ...lost],
      isRead: rendered.problems.length === 0,
      described() {
        const prose = withoutNotes(markdown, tokens)
        if (prose === markdown) return html
        const { html: own, anchors } = render(prose)
        return clean(own, new Anchors(anchors), settings.embeds, new Losses())
      },
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

interface Html extends Omit<Rendered, 'anchors' | 'openFence'> {
  anchors: Anchors
  /** The links found in the source. */
  known: MarkdownLink[]
}

function htmlOf(
  { markdown, locationAt }: LocatedMarkdown,
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
    const { openFence, anchors, ...rendered } = render(markdown)
    const known = markdownLinks(markdown, rendered, relativePath)
    const value = { ...rendered, anchors: new Anchors(anchors), known }
    if (openFence === undefined) return { value, problems: [] }
    const message = 'This code fence is not closed, and everything after it is code.'
    const start = lineStarts(markdown)[openFence]!
    const [line = ''] = markdown.slice(start).split(/[\r\n]/, 1)
    const at = start + line.length - line.trimStart().length
    const problem = problemAt(displayPath, locationAt(at, line.trim().length), {
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
