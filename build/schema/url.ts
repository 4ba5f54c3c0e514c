// Absolute URLs in front matter.
import { parsedUrl } from '../../snapshot/format/address.ts'

/**
 * The URL if `text` is absolute and has one of `schemes`, else `undefined`. It is kept as written if it is plain ASCII
 * without spaces and quotes, and otherwise percent-encoded as a browser would.
 */
export function absoluteUrl(
  text: string,
  schemes: readonly string[] = ['http:', 'https:'],
): string | undefined {
  const url = parsedUrl(text)
  if (!url || !schemes.includes(url.protocol)) return undefined
  // WHATWG also accepts `https:x` and `https:\\x` as absolute; other clients do not.
  const written = /^(https?:\/\/|mailto:)[^/\\]/i.test(text) && /^[!#-;=?-[\]_a-z~]+$/.test(text)
  return written ? text : url.href
}
