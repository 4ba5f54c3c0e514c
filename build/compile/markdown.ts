// GitHub-flavoured markdown to HTML. The HTML is not safe yet: see html/sanitise.ts.
import { Marked, type Token, type Tokens, type TokensList } from 'marked'
import markedAlert from 'marked-alert'
import markedFootnote from 'marked-footnote'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { ownAnchor } from './html/anchors.ts'

export interface Rendered {
  html: string
  /** The line, from 0, of a code fence that is not closed and so contains the rest of the text. */
  openFence: number | undefined
  /** The elements to which markdown gave an id: see html/anchors.ts. */
  anchors: ReadonlySet<string>
  /** The source's blocks, in order. */
  tokens: readonly Token[]
  /** The definitions of reference links. */
  definitions: TokensList['links']
}

export type Render = (markdown: string) => Rendered

/**
 * Makes a function that renders one text after another. A text with footnotes gets an instance of its own: after a
 * reference that is read but not rendered, marked-footnote would continue its numbering in the next text.
 */
export function markdownRenderer(): Render {
  const shared = newRenderer()
  return (markdown) => (markdown.includes('[^') ? newRenderer() : shared)(markdown)
}

/** Without the icons of marked-alert: icons are up to the page's style sheet. */
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

/** The ids that marked-footnote gives to its elements. */
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
 * The number of line ends from an open fence on. Only the last token can be unclosed. Its line is counted from the end,
 * since text before the first token may belong to no token.
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
