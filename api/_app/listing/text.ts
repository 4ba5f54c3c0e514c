// A post's text as JSON, from its HTML as JSON: in slices, since one post may have megabytes and others wait.
import { textOf, textParts } from '../../../snapshot/text/html-text.ts'
import { turn } from '../admission/turn.ts'

/** Up to so many bytes are no work worth parting. */
const sliceBytes = 64 * 1024

const quote = Buffer.from('"')

/**
 * @param html a JSON string in UTF-8
 * @returns the pieces of another one
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
    // Much may be read of which nothing shows yet.
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
/** Of an escape: a backslash, a `u` and four digits. */
const longestEscape = 6

/** The last place up to `to` that is inside neither a character nor an escape, as `from` is not either. */
function seamBefore(json: Buffer, from: number, to: number): number {
  if (to === json.length - 1) return to
  let place = to
  while ((json[place]! & 0xc0) === 0x80) place--
  const last = json.subarray(place - longestEscape, place).lastIndexOf(backslash)
  if (last === -1) return place
  let run = place - longestEscape + last
  while (run > from && json[run - 1] === backslash) run--
  // A run of backslashes begins with an escape; one that fills the slice can be parted between two of them.
  return run > from ? run : from + ((place - from) & ~1)
}

/** Parts no pair of surrogates. */
function* slicesOf(text: string): Generator<string> {
  for (let from = 0, to = 0; from < text.length; from = to) {
    to = Math.min(from + sliceBytes, text.length)
    if (to < text.length && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800) to--
    yield text.slice(from, to)
  }
}
