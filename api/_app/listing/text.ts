// Turns a post's HTML as JSON into its text as JSON: in slices, since a post may have megabytes and other requests are waiting.
import { textOf, textParts } from '../../../snapshot/text/html-text.ts'
import { turn } from '../admission/turn.ts'

/** Up to this many bytes are not worth splitting. */
const sliceBytes = 64 * 1024

const quote = Buffer.from('"')

/**
 * @param html a JSON string in UTF-8
 * @returns another JSON string, in pieces
 */
export async function textJson(html: Uint8Array): Promise<Uint8Array[]> {
  const json = Buffer.from(html.buffer, html.byteOffset, html.byteLength)
  if (json.length <= sliceBytes) return [Buffer.from(JSON.stringify(textOf(JSON.parse(json.toString()))))]
  const pieces: Uint8Array[] = [quote]
  for (const part of textParts(await parsed(json))) {
    for (const slice of slicesOf(part)) {
      pieces.push(Buffer.from(JSON.stringify(slice).slice(1, -1)))
      await turn()
    }
    // A lot may be read before any text comes out.
    await turn()
  }
  return [...pieces, quote]
}

async function parsed(json: Buffer): Promise<string> {
  const slices: string[] = []
  for (let from = 1, to = from; from < json.length - 1; from = to) {
    to = seamBefore(json, from, Math.min(from + sliceBytes, json.length - 1))
    slices.push(JSON.parse(`"${json.toString('utf8', from, to)}"`))
    await turn()
  }
  return slices.join('')
}

const backslash = 0x5c
/** The longest escape: a backslash, a `u` and four digits. */
const longestEscape = 6

/** The last offset up to `to` that is inside neither a character nor an escape; nor must `from` be. */
function seamBefore(json: Buffer, from: number, to: number): number {
  if (to === json.length - 1) return to
  let place = to
  while ((json[place]! & 0xc0) === 0x80) place--
  const last = json.subarray(place - longestEscape, place).lastIndexOf(backslash)
  if (last === -1) return place
  let run = place - longestEscape + last
  while (run > from && json[run - 1] === backslash) run--
  // A run of backslashes begins with an escape; one that fills the slice can be split between two of them.
  return run > from ? run : from + ((place - from) & ~1)
}

/** Does not split surrogate pairs. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + sliceBytes, text.length)
    if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--
    yield text.slice(from, to)
  }
}
