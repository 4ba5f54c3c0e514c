// Tells whether text is rather code: markdown would not show all of its letters.

import { ALLOWED, LEFT_OUT, markdownRenderer, sanitise } from '../../build/for-import.ts'
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { replaceBetween } from './between.ts'

/** Makes a function that looks at the text within one tag after another. */
export function codeDetector(): (text: string) => boolean {
  const render = markdownRenderer()
  return (text) => {
    if (/\\["'\\]/.test(text)) return true
    const shown = replaceBetween(
      text,
      /<!--/g,
      () => '-->',
      () => '',
    )
    return lettersIn(sanitise(render(text).html)) < lettersIn(withoutMarkup(shown))
  }
}

/** Counts letters and digits, those of addresses and titles included. */
function lettersIn(text: string): number {
  const values = Array.from(text.matchAll(/\s(?:href|src|alt|title)="([^"]*)"/g), ([, value]) => value)
  const shown = decodeEntities([text.replace(TAG, ''), ...values].join(' '))
  return shown.replace(/[^\p{L}\p{N}]/gu, '').length
}

const TAG = /<\/?([a-z][\w-]*)(?:\s[^<>]*)?\/?>/gi

/** Takes out what is no text in markdown: numbers of items, definitions of links, and the brackets of unknown tags. */
function withoutMarkup(text: string): string {
  return text
    .replace(TAG, (tag, name?: string) =>
      name && !ALLOWED.has(name.toLowerCase()) && !LEFT_OUT.has(name.toLowerCase())
        ? tag.replace(/[<>]/g, ' ')
        : tag,
    )
    .replace(/^[ \t>]*(?:\d{1,9}[.)](?=\s)|\[[^\]\n]+\]:.*)/gm, '')
}
