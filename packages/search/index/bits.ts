// The posts that have any of some terms, one bit each.
import type { Beginning } from './beginnings.ts'

/**
 * @param common as `commonBeginnings` gives them: most are followed by those that are part of them
 * @param mark sets the bits of posts that have any of the terms `from` up to, not including, `to`
 * @returns the bits of each
 */
export function bitsOf(
  common: readonly Beginning[],
  bytes: number,
  mark: (from: number, to: number, into: Uint8Array) => void,
): Uint8Array[] {
  /** Four bytes are added at once. */
  const size = 4 * Math.ceil(bytes / 4)
  const all: Uint8Array[] = []
  /** The first beginning after those that each one's bits were made of. */
  const past: number[] = []
  for (let i = common.length - 1; i >= 0; i--) {
    const { from, to } = common[i]!
    const own = new Uint8Array(new ArrayBuffer(size), 0, bytes)
    let at = from
    let part = i + 1
    while (part < common.length && common[part]!.from >= at && common[part]!.to <= to) {
      mark(at, common[part]!.from, own)
      add(all[part]!, own)
      at = common[part]!.to
      part = past[part]!
    }
    mark(at, to, own)
    all[i] = own
    past[i] = part
  }
  return all
}

function add(bits: Uint8Array, into: Uint8Array): void {
  const [from, to] = [new Uint32Array(bits.buffer), new Uint32Array(into.buffer)]
  for (let i = 0; i < from.length; i++) to[i]! |= from[i]!
}

/** @param lists as their file has them, those of titles and of contents in turn */
export function markPostings(lists: Uint8Array, bits: Uint8Array): void {
  for (let at = 0; at < lists.length; ) {
    let left = lists[at]! & 127
    for (let shift = 7; lists[at++]! > 127; shift += 7) left |= (lists[at]! & 127) << shift
    const end = at + left
    for (let entry = 0; at < end; ) {
      let byte = lists[at++]!
      let number = byte & 127
      for (let shift = 7; byte > 127; shift += 7) {
        byte = lists[at++]!
        number |= (byte & 127) << shift
      }
      entry += number >>> 1
      bits[entry >>> 3]! |= 1 << (entry & 7)
      if ((number & 1) === 0) while (lists[at++]! > 127);
    }
  }
}
