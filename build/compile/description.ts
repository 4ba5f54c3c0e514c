// The description of a post whose author wrote none.
import { lineOf } from './html/headings.ts'

const MAX_CHARACTERS = 200

/**
 * The first paragraph with text in it, as one line, cut after a word to at most 200 characters (code points). Titles of
 * alerts, footnote marks and the footnotes themselves are skipped.
 */
export function describe(html: string): string {
  const [main = ''] = html.split('<section class="footnotes"', 1)
  for (const [, attributes = '', inner = ''] of main.matchAll(/<p((?: [^>]*)?)>([\s\S]*?)<\/p>/g)) {
    if (attributes.includes('class="markdown-alert-title"')) continue
    const text = lineOf(inner)
    if (text !== '') return truncated(text)
  }
  return ''
}

function truncated(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_CHARACTERS + 2)]
  if (characters.length <= MAX_CHARACTERS) return text
  const head = characters.slice(0, MAX_CHARACTERS).join('')
  if (characters[MAX_CHARACTERS] === ' ') return head
  const space = head.lastIndexOf(' ')
  // One long word, or a script without spaces: cut between two characters, but not between one and its marks.
  return space > 0 ? head.slice(0, space) : head.replace(/\P{M}\p{M}*$/u, '')
}
