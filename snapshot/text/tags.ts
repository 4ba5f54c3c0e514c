// Tags of our HTML as JSON: where they end, and what they mean for the text around them. Reads what sanitize-html writes, even if
// that is cut off: lower-case names, values in double quotes, no `<` in text except in scripts and styles, and no markup other
// than tags.
import { isAt, kinds, lengthAt, plain, whiteSpaceAt } from './characters.ts'

/** What a tag does: nothing, a space, a line of its own, a blank line, text as it is written, text that no reader sees. */
export const [inline, cell, line, block, pre, hidden] = [0, 1, 2, 3, 4, 5] as const
export type Effect = typeof inline | typeof cell | typeof line | typeof block | typeof pre | typeof hidden

const names: [Effect, string][] = [
  [cell, 'td th'],
  [line, 'br li tr dt dd summary caption'],
  [
    block,
    'address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header hr main nav ' +
      'ol p section table ul',
  ],
  [pre, 'pre'],
  [hidden, 'script style template noscript iframe title'],
]

/** By the first byte of the name. */
const elements: { name: Uint8Array; effect: Effect }[][] = Array.from({ length: 256 }, () => [])
for (const [effect, list] of names) {
  for (const name of list.split(' ')) elements[name.charCodeAt(0)]!.push({ name: Buffer.from(name), effect })
}

export function effectOf(html: Uint8Array, from: number, to: number): Effect {
  for (const { name, effect } of elements[html[from]!]!) {
    if (name.length === to - from && isAt(html, from, to, name)) return effect
  }
  return inline
}

const [slash, equals, greater, quote, backslash] = [0x2f, 0x3d, 0x3e, 0x22, 0x5c]

/** @returns the end of the name that begins here, or -1 if it is empty or cut off */
export function endOfName(html: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; ) {
    const byte = html[at]!
    const isPlain = kinds[byte] === plain
    if (byte === slash || byte === greater || (!isPlain && whiteSpaceAt(html, at) > 0))
      return at > from ? at : -1
    at += isPlain ? 1 : lengthAt(html, at)
  }
  return -1
}

/**
 * A `>` in a value does not end a tag.
 * @param from after its name
 * @returns where the text after the tag begins, or -1 if the tag is cut off
 */
export function endOfTag(html: Uint8Array, from: number, end: number): number {
  for (let at = from; at < end; ) {
    const byte = html[at++]!
    if (byte === greater) return at
    if (byte !== equals || html[at] !== backslash || html[at + 1] !== quote) continue
    at += 2
    // In JSON, only a quote of the value itself.
    while (at < end && html[at] !== quote) at++
    at++
  }
  return -1
}
