// The text of HTML as an obvious program derives it: tag by tag, with strings and regular expressions.
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { scanHtml } from '../../snapshot/text/tags.ts'

const lines = new Set(['br', 'li', 'tr', 'dt', 'dd', 'summary', 'caption'])
const cells = new Set(['td', 'th'])
const blocks = new Set(
  (
    'address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ' +
    'ol p pre section table ul'
  ).split(' '),
)

/** Nothing, a space, a line break, a blank line: the widest of several wins. */
const gaps = ['', ' ', '\n', '\n\n']

export function modelText(html: string): string {
  let text = ''
  let gap = 0
  let depth = 0
  let verbatim = ''
  const widen = (to: number) => {
    gap = Math.max(gap, to)
  }
  const put = (words: string) => {
    if (words === '') return
    text += text === '' ? words : gaps[gap] + words
    gap = 0
  }
  const putVerbatim = () => {
    put(verbatim.trimEnd().replace(/^\n+/, ''))
    verbatim = ''
  }
  for (const piece of scanHtml(html)) {
    if (typeof piece === 'string') {
      const words = decodeEntities(piece)
      if (depth > 0) verbatim += words
      else {
        if (/^\s/.test(words)) widen(1)
        put(words.trim().replace(/\s+/g, ' '))
        if (/\s$/.test(words)) widen(1)
      }
      continue
    }
    const { name, closes } = piece
    if (name === 'pre' && !closes && depth++ === 0) widen(3)
    if (name === 'pre' && closes && depth > 0 && --depth === 0) putVerbatim()
    if (depth > 0) {
      const breaks = lines.has(name) || blocks.has(name)
      if (breaks && verbatim !== '' && !verbatim.endsWith('\n')) verbatim += '\n'
    } else if (blocks.has(name)) widen(3)
    else if (lines.has(name)) widen(2)
    else if (cells.has(name)) widen(1)
  }
  putVerbatim()
  return text
}
