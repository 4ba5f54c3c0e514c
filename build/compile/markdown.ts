// Markdown to HTML as GitHub has it. The HTML is not safe yet: see html/sanitise.ts.
import { Marked, type Token, type Tokens, type TokensList } from 'marked'
import markedAlert from 'marked-alert'
import markedFootnote from 'marked-footnote'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { ownAnchor } from './html/anchors.ts'

export interface Rendered {
  html: string
  /** The line, from 0, of a code fence that swallows the rest of the text because nothing closes it. */
  openFence: number | undefined
  /** The elements that got a name: see html/anchors.ts. */
  anchors: ReadonlySet<string>
  /** Of the source's blocks, in their order. */
  tokens: readonly Token[]
  /** What references stand for. */
  definitions: TokensList['links']
}

export type Render = (markdown: string) => Rendered

/**
 * Makes a function that renders one text after another. A text with footnotes has an instance of its own: where a
 * reference is read but not rendered, marked-footnote counts on in the next text.
 */
export function markdownRenderer(): Render {
  const shared = newRenderer()
  return (markdown) => (markdown.includes('[^') ? newRenderer() : shared)(markdown)
}

/** Alerts go without the icons of marked-alert: an icon is for the page's style sheet. */
const ALERTS = ['note', 'tip', 'important', 'warning', 'caution'].map((type) => ({ type, icon: '' }))

function newRenderer(): Render {
  let fenceLines: number | undefined
  let footnotes: string[] = []
  let blocks: readonly Token[] = []
  let definitions: TokensList['links'] = {}
  const marked = new Marked(
    { gfm: true },
    markedFootnote(),
    markedAlert({ variants: ALERTS }),
    gfmHeadingId(),
    {
      hooks: {
        processAllTokens(tokens) {
          fenceLines = openFenceIn(tokens)
          footnotes = footnotesIn(tokens)
          blocks = [...tokens]
          definitions = (tokens as TokensList).links
          return tokens
        },
      },
    },
  )
  return (markdown) => {
    const html = marked.parse(markdown, { async: false })
    const openFence = fenceLines === undefined ? undefined : lineEnds(markdown) - fenceLines
    const headings = getHeadingList().map(({ id }) => ownAnchor('h1', id))
    return { html, openFence, anchors: new Set([...headings, ...footnotes]), tokens: blocks, definitions }
  }
}

/** What marked-footnote gives to its elements. */
function footnotesIn(tokens: readonly Token[]): string[] {
  const all = tokens.find(({ type }) => type === 'footnotes') as Footnotes | undefined
  if (!all || all.items.length === 0) return []
  const anchors = all.items.flatMap(({ label, refs }) => {
    const name = encodeURIComponent(label)
    const back = refs.map((_, index) => `footnote-ref-${name}${index > 0 ? `-${index + 1}` : ''}`)
    return [ownAnchor('li', `footnote-${name}`), ...back.map((id) => ownAnchor('a', id))]
  })
  return [ownAnchor('h2', 'footnote-label'), ...anchors]
}

interface Footnotes {
  items: { label: string; refs: unknown[] }[]
}

function lineEnds(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}

/**
 * How many lines end from an open fence on. Only the last token can reach the end unclosed; what stands before the
 * first one may be in no token, so its line is known from the end alone.
 */
function openFenceIn(tokens: readonly Token[]): number | undefined {
  const last = tokens.findLastIndex(({ type }) => type !== 'space')
  const token = tokens[last]
  if (token?.type !== 'code' || isClosed(token as Tokens.Code)) return undefined
  return tokens.slice(last).reduce((count, { raw }) => count + lineEnds(raw), 0)
}

function isClosed({ codeBlockStyle, raw }: Tokens.Code): boolean {
  if (codeBlockStyle === 'indented') return true
  const [opening = '', ...lines] = raw.trimEnd().split('\n')
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(opening)?.[1] ?? ''
  const closing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) ?? '')?.[1] ?? ''
  return closing.startsWith(fence)
}
