// Where a text has the URLs that its HTML names: rendering forgets it, so they are looked up again.

import type { Location } from '../problems/location.ts'
import { type LocationAt, WHOLE_FILE } from '../problems/location.ts'

/** Code shows URLs without naming them. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[^\n]*\n)*? {0,3}\1[`~]*[ \t]*$|(?<!`)(`+)(?!`)[^\n]*?[^`]\2(?!`)/gm

/**
 * Makes the function that tells where a URL is written: behind the one before it where it can be, else at its first
 * occurrence, else the file as a whole.
 * @param start where `body` begins in the text of `placeAt`
 */
export function urlFinder(body: string, start: number, locationAt: LocationAt): (href: string) => Location {
  let prose: string | undefined
  let from = 0
  return (href) => {
    prose ??= body.replace(CODE, (code) => ' '.repeat(code.length))
    for (const written of spellings(href)) {
      const offset = indexOf(prose, written, from) ?? indexOf(prose, written, 0)
      if (offset === undefined) continue
      from = offset + written.length
      return locationAt(start + offset, written.length)
    }
    return WHOLE_FILE
  }
}

/** The ways in which markdown and HTML write one URL. */
export function spellings(href: string): string[] {
  const decoded = href.replace(/%[0-9a-f]{2}/gi, (sign) => {
    const character = String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return /[\x20-\x7e]/.test(character) ? character : sign
  })
  let whole = href
  try {
    whole = decodeURIComponent(href)
  } catch {}
  return [...new Set([href, whole, decoded].flatMap((text) => [text, text.replaceAll('&', '&amp;')]))]
}

/** Where `written` stands by itself, not as a part of a longer URL. */
function indexOf(text: string, written: string, from: number): number | undefined {
  for (let at = text.indexOf(written, from); at !== -1; at = text.indexOf(written, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.charAt(at + written.length)
    if (!/[\w/%.-]/.test(around)) return at
  }
  return undefined
}
