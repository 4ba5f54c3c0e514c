// Cuts: what posts' HTML and markdown leave out while posts that they link to are not visible. How they are written, and how
// records are read without them.
import { packColumns } from '../format/columns.ts'
import { type CutsFile, cutsFile } from '../format/format.ts'
import type { Folder, Fragments } from '../read/folder.ts'
import type { Cut, PostNumber } from '../types.ts'

/** A record, and its cuts as byte offsets. */
export interface Encoded {
  bytes: Buffer
  cuts: Cut[]
}

/** A cut in one post's record. */
export interface RecordCut extends Cut {
  post: PostNumber
  /** What is left out. */
  text: string
}

/** Encodes a text as JSON. */
export function encode(text: string, cuts: readonly Cut[] = []): Encoded {
  if (cuts.length === 0) return { bytes: Buffer.from(JSON.stringify(text)), cuts: [] }
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

/** `bytes` without the given ranges, which must be in order. */
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
export function packCuts(cuts: { html: readonly RecordCut[]; markdown: readonly RecordCut[] }): Buffer {
  const [html, markdown] = [cuts.html, cuts.markdown].map((list) =>
    list.toSorted((a, b) => a.until - b.until),
  )
  const column = (list: readonly RecordCut[] = [], key: 'until' | 'post' | 'from' | 'to') =>
    Uint32Array.from(list, (cut) => cut[key])
  const file: CutsFile = {
    htmlUntil: column(html, 'until'),
    htmlPost: column(html, 'post'),
    htmlFrom: column(html, 'from'),
    htmlTo: column(html, 'to'),
    markdownUntil: column(markdown, 'until'),
    markdownPost: column(markdown, 'post'),
    markdownFrom: column(markdown, 'from'),
    markdownTo: column(markdown, 'to'),
  }
  return packColumns(file)
}

/** Cuts, ordered by the post they wait for, then by post and position. */
export interface Cuts {
  until: Uint32Array
  post: Uint32Array
  from: Uint32Array
  to: Uint32Array
}

export function openCuts(folder: Folder): { html: Cuts; markdown: Cuts } {
  const file = folder.readColumns<CutsFile>(cutsFile)
  return {
    html: { until: file.htmlUntil, post: file.htmlPost, from: file.htmlFrom, to: file.htmlTo },
    markdown: {
      until: file.markdownUntil,
      post: file.markdownPost,
      from: file.markdownFrom,
      to: file.markdownTo,
    },
  }
}

/** `fragments` without the cuts that wait for posts before `first`. */
export function visibleFragments(fragments: Fragments, cuts: Cuts, first: PostNumber): Fragments {
  const hidden = hiddenRanges(cuts, first)
  if (hidden.size === 0) return fragments
  const length = (number: PostNumber) => {
    const ranges = hidden.get(number) ?? []
    return ranges.reduce((sum, { from, to }) => sum - (to - from), fragments.length(number))
  }
  return {
    length,
    read: (from, to) =>
      fragments.read(from, to).map((record, i) => {
        const ranges = hidden.get(from + i)
        return ranges ? removeRanges(record, ranges) : record
      }),
  }
}

function hiddenRanges({ until, post, from, to }: Cuts, first: PostNumber) {
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
