// Markdown to HTML as GitHub has it. The HTML is not safe yet: see sanitise.ts.
import { Marked, type Token, type Tokens } from 'marked'
import markedAlert from 'marked-alert'
import markedFootnote from 'marked-footnote'
import { gfmHeadingId } from 'marked-gfm-heading-id'

export interface Rendered {
  html: string
  /** The line, from 0, of a code fence that swallows the rest of the text because nothing closes it. */
  openFence: number | undefined
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
  let openFence: number | undefined
  const marked = new Marked(
    { gfm: true },
    markedFootnote(),
    markedAlert({ variants: ALERTS }),
    gfmHeadingId(),
    {
      hooks: {
        processAllTokens(tokens) {
          openFence = openFenceIn(tokens)
          return tokens
        },
      },
    },
  )
  return (markdown) => ({ html: marked.parse(markdown, { async: false }), openFence })
}

/** Only the last token can reach the end unclosed. */
function openFenceIn(tokens: readonly Token[]): number | undefined {
  const last = tokens.findLastIndex(({ type }) => type !== 'space')
  const token = tokens[last]
  if (token?.type !== 'code' || isClosed(token as Tokens.Code)) return undefined
  // marked-footnote puts a token of its own in front, which stands for no text.
  const before = tokens.slice(0, last).filter(({ type }) => type !== 'footnotes')
  return before.reduce((count, { raw }) => count + raw.split('\n').length - 1, 0)
}

function isClosed({ codeBlockStyle, raw }: Tokens.Code): boolean {
  if (codeBlockStyle === 'indented') return true
  const [opening = '', ...lines] = raw.trimEnd().split('\n')
  const fence = /^ {0,3}(`{3,}|~{3,})/.exec(opening)?.[1] ?? ''
  return new RegExp(`^ {0,3}${fence}${fence[0]}*[ \\t]*$`).test(lines.at(-1) ?? '')
}
