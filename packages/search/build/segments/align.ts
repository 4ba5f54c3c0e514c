// Which posts are still there in the same order, after some have been changed, added, removed or moved.
import { lowerBound } from '../../basics/order.ts'
import { gone } from './lists.ts'

export interface Alignment {
  /** By entry before: the entry now, ascending but for `gone`. */
  entries: Int32Array
  /** The entries of all others, ascending. */
  added: Uint32Array
}

/** As many as possible stay. @param before what identifies posts; some may be equal */
export function align(before: readonly string[], now: readonly string[]): Alignment {
  const entries = new Int32Array(before.length).fill(gone)
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start < most && before[start] === now[start]) entries[start] = start++
  let same = 0
  const shift = now.length - before.length
  while (same < most - start && before.at(-1 - same) === now.at(-1 - same)) {
    const entry = before.length - 1 - same++
    entries[entry] = entry + shift
  }
  const found = new Map<string, number[]>()
  for (let entry = now.length - same - 1; entry >= start; entry--) {
    const known = found.get(now[entry]!)
    if (known) known.push(entry)
    else found.set(now[entry]!, [entry])
  }
  const pairs: [before: number, now: number][] = []
  for (let entry = start; entry < before.length - same; entry++) {
    const other = found.get(before[entry]!)?.pop()
    if (other !== undefined) pairs.push([entry, other])
  }
  for (const [entry, other] of longestAscending(pairs)) entries[entry] = other
  return { entries, added: othersThan(entries, now.length) }
}

/** How many posts are gone or new. */
export function changesIn({ entries, added }: Alignment): number {
  return entries.reduce((count, now) => count + (now === gone ? 1 : 0), added.length)
}

/** Whether all posts are as they were. */
export function isSame({ entries, added }: Alignment): boolean {
  return added.length === 0 && entries.every((now, before) => now === before)
}

/** The longest run of pairs, left out what lies between, whose second numbers ascend. */
function longestAscending(pairs: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  /** By length less one: the least number that a run so long ends with, and its pair. */
  const ends: number[] = []
  const lasts: number[] = []
  const previous: (number | undefined)[] = []
  for (const [i, [, number]] of pairs.entries()) {
    const length = lowerBound(ends, number)
    previous.push(lasts[length - 1])
    ends[length] = number
    lasts[length] = i
  }
  const longest: (readonly [number, number])[] = []
  for (let i = lasts.at(-1); i !== undefined; i = previous[i]) longest.push(pairs[i]!)
  return longest.reverse()
}

function othersThan(entries: Int32Array, count: number): Uint32Array {
  const isKept = new Uint8Array(count)
  for (const entry of entries) if (entry !== gone) isKept[entry] = 1
  const others: number[] = []
  for (let entry = 0; entry < count; entry++) if (isKept[entry] === 0) others.push(entry)
  return Uint32Array.from(others)
}
