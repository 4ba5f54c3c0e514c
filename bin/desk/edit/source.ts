// Changes the source of a post by ranges of its text as the page has it: bytes that nobody has touched stay as they are.
import { join } from 'node:path'
import { HttpError } from '../../../api/_app/http/error.ts'
import { type Edit, edited } from '../../../build/extract/range.ts'
import { MAX_FILE_BYTES } from '../../../build/parse/decode.ts'
import { lowerBound } from '../../../packages/search/basics/order.ts'
import { replaceFiles } from '../../writing/replace.ts'
import { normalised, type OwnFile, type PostPlace, readOwn, refused, tagOf, textIn } from './own-file.ts'

/** Thrown if a file has other bytes than when it was read. */
export class Changed extends Error {
  readonly place: PostPlace

  constructor(place: PostPlace) {
    super('The file has changed meanwhile.')
    this.place = place
  }
}

/** @throws {Changed} */
export function requireSame(place: PostPlace, tag: string): OwnFile {
  const now = readOwn(place)
  if (now.tag !== tag) throw new Changed(place)
  return now
}

/** @returns the tag of what is there then @throws {HttpError} @throws {Changed} */
export function changeSource(place: PostPlace, tag: string, edits: readonly Edit[]): string {
  const before = requireSame(place, tag)
  const text = textIn(before, place.file)
  requireOrder(edits, normalised(text).length)
  const { text: after } = edited(text, placed(edits, text))
  if (after === text) return tag
  if (/\p{Cs}/u.test(after)) throw refused('An edit would cut a character in two; send whole characters.')
  const mark = before.bytes.length > Buffer.byteLength(text) ? '\ufeff' : ''
  const bytes = Buffer.from(mark + after)
  if (bytes.length > MAX_FILE_BYTES)
    throw refused('The text has more than 5 MB. Split it into several posts.')
  const check = () => void requireSame(place, tag)
  const texts = new Map([[place.file, after]])
  replaceFiles(join(place.content, place.workspace), { texts, check }, 'desk')
  return tagOf(bytes)
}

/** @throws {HttpError} 400 */
function requireOrder(edits: readonly Edit[], length: number): void {
  const ends = [0, ...edits.map(({ to }) => to)]
  if (edits.every(({ from, to }, i) => from >= ends[i]! && to >= from && to <= length)) return
  throw new HttpError(400, 'Bad request', 'Send edits within the text, in order and without overlaps.')
}

/** Places edits in the text as it is written; what is inserted has the line end that is above it. */
function placed(edits: readonly Edit[], text: string): Edit[] {
  const ends = Array.from(text.matchAll(/\r\n?|\n/g), ({ 0: end, index }) => ({ end, index }))
  let longer = 0
  const pairs = ends.flatMap(({ end, index }) => (end === '\r\n' ? [index - longer++] : []))
  const starts = ends.map(({ index }) => index)
  const placeOf = (offset: number) => offset + lowerBound(pairs, offset)
  return edits.map(({ from, to, text: written }) => {
    const place = placeOf(from)
    const { end = '\n' } = ends[lowerBound(starts, place) - 1] ?? ends[0] ?? {}
    return { from: place, to: placeOf(to), text: written.replaceAll('\n', end) }
  })
}
