// A text without what leads to posts that are not to be seen.
import type { Cut, PostNumber } from '../../snapshot/types.ts'

/** UTF-16 offsets. */
export interface Range {
  from: number
  to: number
}

/** When readers see a post that another one names: always; when the post of that number appears; never. */
export type VisibleFrom = 'always' | PostNumber | 'never'

/** What is left out while a post is not to be seen. */
export interface WithheldRange extends Range {
  visibleFrom: VisibleFrom
}

export interface Remainder {
  /** Without what is never seen. */
  text: string
  /** What is left out of it until a post appears. */
  cuts: Cut[]
}

/** Leaves ranges of `text` out, which may overlap. */
export function withhold(text: string, ranges: readonly WithheldRange[]): Remainder {
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

/** Of several, the last to appear: posts are counted from the newest. */
export function lastToAppear(all: readonly VisibleFrom[]): VisibleFrom {
  const least = Math.min(...all.map(numberOf))
  if (least === ALWAYS) return 'always'
  return least === NEVER ? 'never' : least
}

const NEVER = -1
const ALWAYS = Number.POSITIVE_INFINITY

function numberOf(visibleFrom: VisibleFrom): number {
  return visibleFrom === 'always' ? ALWAYS : visibleFrom === 'never' ? NEVER : visibleFrom
}

/** In order, none within another: where ranges overlap, the last to appear counts. */
function flattened(ranges: readonly WithheldRange[]): Cut[] {
  const timed = ranges.map(({ from, to, visibleFrom }) => ({ from, to, until: numberOf(visibleFrom) }))
  const hidden = timed.filter(({ until }) => until !== ALWAYS).sort((a, b) => a.until - b.until)
  const offsets = [...new Set(hidden.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)
  const indexes = new Map(offsets.map((offset, index) => [offset, index]))
  /** For each piece between two offsets, one from there on that no range has taken yet. */
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
