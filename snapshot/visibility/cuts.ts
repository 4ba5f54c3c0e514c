// Cuts: what posts' HTML and markdown leave out while what they link to is not visible. How they are written, and how
// records are read without them.
import { packColumns } from '../../packages/search/basics/columns.ts'
import type { Folder } from '../folder/folder.ts'
import type { Contents } from '../folder/pieces.ts'
import { jsonText } from '../format/deflate.ts'
import { type ContentName, type CutsFile, cutsFile } from '../format/format.ts'
import type { Cut, Moment, PostNumber } from '../types.ts'

/** A record, and its cuts as byte offsets. */
export interface Encoded {
  bytes: Buffer
  cuts: Cut[]
}

/** A cut in one post's record. */
export interface RecordCut extends Cut {
  post: PostNumber
  /** The text that is left out. */
  text: string
}

/** Encodes a text as JSON. */
export function encode(text: string, cuts: readonly Cut[] = []): Encoded {
  if (cuts.length === 0) return { bytes: jsonText(text), cuts: [] }
  const parts = [Buffer.from('"')]
  let length = 1
  const add = (part: string) => {
    const bytes = Buffer.from(JSON.stringify(part).slice(1, -1))
    parts.push(bytes)
    length += bytes.byteLength
    return length
  }
  let at = 0
  const encoded = cuts.map(({ from, to, until }) => {
    const start = add(text.slice(at, from))
    at = to
    return { from: start, to: add(text.slice(from, to)), until }
  })
  add(text.slice(at))
  return { bytes: Buffer.concat([...parts, Buffer.from('"')]), cuts: encoded }
}

/** Returns `bytes` without the given ranges, which must be in order. */
export function removeRanges(bytes: Uint8Array, ranges: readonly { from: number; to: number }[]): Buffer {
  const parts: Uint8Array[] = []
  let at = 0
  for (const { from, to } of ranges) {
    parts.push(bytes.subarray(at, from))
    at = to
  }
  return Buffer.concat([...parts, bytes.subarray(at)])
}

/** @param cuts of each file, by post and position */
export function packCuts(cuts: Record<ContentName, readonly RecordCut[]>): Buffer {
  const columnsOf = (name: ContentName) => {
    const list = cuts[name].toSorted((a, b) => a.until - b.until)
    const column = (key: keyof Cuts) => Uint32Array.from(list, (cut) => cut[key])
    return {
      [`${name}Until`]: column('until'),
      [`${name}Post`]: column('post'),
      [`${name}From`]: column('from'),
      [`${name}To`]: column('to'),
    }
  }
  return packColumns({ ...columnsOf('html'), ...columnsOf('markdown') })
}

/** Cuts, ordered by what they wait for, then by post and position. */
export interface Cuts {
  until: Uint32Array
  post: Uint32Array
  from: Uint32Array
  to: Uint32Array
}

export function openCuts(folder: Folder): Record<ContentName, Cuts> {
  const file = folder.readColumns<CutsFile>(cutsFile)
  const cutsOf = (name: ContentName): Cuts => {
    const [until, post] = [file[`${name}Until`], file[`${name}Post`]]
    return { until, post, from: file[`${name}From`], to: file[`${name}To`] }
  }
  return { html: cutsOf('html'), markdown: cutsOf('markdown') }
}

/** Returns `contents` without the cuts that wait for what comes before `first`. */
export function visibleContents(contents: Contents, cuts: Cuts, first: Moment): Contents {
  const hidden = hiddenRanges(cuts, first)
  if (hidden.size === 0) return contents
  const removed = (number: PostNumber) =>
    (hidden.get(number) ?? []).reduce((sum, { from, to }) => sum + to - from, 0)
  return {
    length: (number) => contents.length(number) - removed(number),
    isWhole: (number) => !hidden.has(number),
    read: async (numbers) => {
      const whole = await contents.read(numbers)
      return whole.map((content, i) => {
        const ranges = hidden.get(numbers[i]!)
        return ranges ? removeRanges(content, ranges) : content
      })
    },
    beginning: (number, most) =>
      removeRanges(contents.beginning(number, most + removed(number)), hidden.get(number) ?? []),
  }
}

function hiddenRanges({ until, post, from, to }: Cuts, first: Moment) {
  const ranges = new Map<PostNumber, { from: number; to: number }[]>()
  for (let i = 0; i < until.length && until[i]! < first; i++) {
    const range = { from: from[i]!, to: to[i]! }
    const others = ranges.get(post[i]!)
    if (others) others.push(range)
    else ranges.set(post[i]!, [range])
  }
  for (const list of ranges.values()) list.sort((a, b) => a.from - b.from)
  return ranges
}
