// Leaves out the parts of a text that refer to posts which are not visible.
import type { Cut, Moment } from '../../snapshot/types.ts'

/** The moment of a linked post among those of a workspace and its collections. */
export type VisibleFrom = Moment
export const ALWAYS: VisibleFrom = Number.POSITIVE_INFINITY
export const NEVER: VisibleFrom = -1

export interface Remainder {
  /** The text without the ranges that are never visible. */
  text: string
  /** The ranges to leave out until a post appears. */
  cuts: Cut[]
}

/** Leaves out ranges of `text`, which may overlap, for ever or until a post appears. */
export function withhold(text: string, ranges: readonly Cut[]): Remainder {
  const parts: string[] = []
  const cuts: Cut[] = []
  let at = 0
  let removed = 0
  for (const { from, to, until } of flattened(ranges)) {
    if (until !== NEVER) extend(cuts, { from: from - removed, to: to - removed, until })
    else {
      parts.push(text.slice(at, from))
      removed += to - from
      at = to
    }
  }
  return { text: parts.join('') + text.slice(at), cuts }
}

/** Sorts ranges and removes overlaps: where ranges overlap, the last to appear wins. */
function flattened(ranges: readonly Cut[]): Cut[] {
  const hidden = ranges.filter(({ until }) => until !== ALWAYS).sort((a, b) => a.until - b.until)
  const offsets = [...new Set(hidden.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const indexes = new Map(offsets.map((offset, index) => [offset, index]))
  /** A later or equal piece that no range has taken yet, for each piece between two offsets (union-find). */
  const free = [...offsets.keys(), offsets.length]
  const nextFree = (index: number): number => {
    let next = index
    while (free[next] !== next) {
      free[next] = free[free[next]!]!
      next = free[next]!
    }
    return next
  }
  const pieces: (Cut | undefined)[] = offsets.map(() => undefined)
  for (const { from, to, until } of hidden) {
    const end = indexes.get(to)!
    for (let index = nextFree(indexes.get(from)!); index < end; index = nextFree(index)) {
      pieces[index] = { from: offsets[index]!, to: offsets[index + 1]!, until }
      free[index] = index + 1
    }
  }
  return pieces.filter((piece) => piece !== undefined)
}

function extend(cuts: Cut[], cut: Cut): void {
  const last = cuts.at(-1)
  if (last?.to === cut.from && last.until === cut.until) last.to = cut.to
  else cuts.push(cut)
}
