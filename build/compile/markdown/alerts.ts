// Alerts as on GitHub: quotations that begin with a line such as [!NOTE], in any case and with nothing behind it. In lists and
// in quotations there are none.
import type { MarkedExtension, Token, Tokens } from 'marked'

const MARKER = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i

/** Makes alerts without icons, which are up to the page's style sheet. */
export function alerts(): MarkedExtension {
  return {
    hooks: {
      processAllTokens(tokens) {
        for (const token of tokens) if (token.type === 'blockquote') becomeAlert(token as Tokens.Blockquote)
        return tokens
      },
    },
    extensions: [
      {
        name: 'alert',
        renderer({ variant, tokens = [] }) {
          const title = variant[0].toUpperCase() + variant.slice(1)
          return `<div class="markdown-alert markdown-alert-${variant}">
<p class="markdown-alert-title">${title}</p>
${this.parser.parse(tokens)}</div>
`
        },
      },
    ],
  }
}

function becomeAlert(quotation: Tokens.Blockquote): void {
  const [paragraph] = quotation.tokens
  const found = paragraph?.type === 'paragraph' ? MARKER.exec(paragraph.raw) : null
  if (!found) return
  const { tokens } = paragraph as Tokens.Paragraph
  if (found[0].length >= paragraph!.raw.trimEnd().length) quotation.tokens.shift()
  else removeMarker(tokens)
  Object.assign(quotation, { type: 'alert', variant: found[1]!.toLowerCase() })
}

function removeMarker(tokens: Token[]): void {
  const [first, second] = tokens
  if (first?.type !== 'text') return
  first.raw = first.raw.replace(MARKER, '')
  const text = first as Tokens.Text
  text.text = text.text.replace(MARKER, '')
  if (first.raw === '' && second?.type === 'br') tokens.splice(1, 1)
}
