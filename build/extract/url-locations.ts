// Finds the locations of URLs in a text. Rendering does not keep them, so they are searched for in the source.
import { decoded } from '../../snapshot/format/address.ts'
import { type Location, type LocationAt, WHOLE_FILE } from '../problems/location.ts'

/** URLs in code are not links. */
const CODE =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[^\n]*\n)*? {0,3}\1[`~]*[ \t]*$|(?<!`)(`+)(?!`)[^\n]*?[^`]\2(?!`)/gm

/**
 * Makes the function that gives the location of a URL: its next occurrence after the previous URL, else its first one,
 * else the file as a whole.
 * @param start where `body` begins in the text of `locationAt`
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

/** The ways to write one URL in markdown and HTML. */
export function* spellings(href: string): Generator<string> {
  yield href
  const readable = href.replace(/%[0-9a-f]{2}/gi, (sign) => {
    const character = String.fromCharCode(Number.parseInt(sign.slice(1), 16))
    return /[\x20-\x7e]/.test(character) ? character : sign
  })
  const all = [href, decoded(href), readable].flatMap((text) => [text, text.replaceAll('&', '&amp;')])
  const others = new Set(all)
  others.delete(href)
  yield* others
}

/** The offset of `written` where it is not part of a longer URL. */
function indexOf(text: string, written: string, from: number): number | undefined {
  for (let at = text.indexOf(written, from); at !== -1; at = text.indexOf(written, at + 1)) {
    const around = text.slice(Math.max(0, at - 1), at) + text.charAt(at + written.length)
    if (!/[\w/%.-]/.test(around)) return at
  }
  return undefined
}
