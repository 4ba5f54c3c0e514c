// The headings of a post, as plain text, in linear time.
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { scanHtml } from '../../snapshot/text/tags.ts'

/** @param html of a post; the heading of the footnotes is left out */
export function headingsIn(html: string): string {
  const [main = ''] = html.split('<section class="footnotes"', 1)
  const text: string[] = []
  let open: string | undefined
  for (const piece of scanHtml(main)) {
    if (typeof piece === 'string') {
      if (open !== undefined) text.push(decodeEntities(piece))
    } else if (HEADING.test(piece.name)) {
      open = piece.closes ? undefined : piece.name
      text.push(' ')
    } else if (SEPARATORS.has(piece.name)) text.push(' ')
  }
  return text.join('')
}

const HEADING = /^h[1-6]$/
/** They separate words: a line break, the mark of a footnote. */
const SEPARATORS = new Set(['br', 'sup'])
