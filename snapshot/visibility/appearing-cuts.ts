// The text that appears in a post when what it links to becomes visible, and its position at that time. This reveals
// nothing about links that appear later still.

import type { Instant, Moment, PostNumber } from '../types.ts'
import type { RecordCut } from './cuts.ts'

export interface AppearingCut {
  post: PostNumber
  /** Byte offset in the record as it is from then on. */
  from: number
  to: number
  text: string
}

/**
 * Groups appearing cuts by what they appear with.
 * @param cuts of one file, by post and position
 * @param publishedAt the date of what is at a moment: what has the same date appears together
 */
export function appearingCuts(
  cuts: readonly RecordCut[],
  publishedAt: (moment: Moment) => Instant,
): Map<Moment, AppearingCut[]> {
  const all = new Map<Moment, AppearingCut[]>()
  for (const own of byPost(cuts)) {
    for (const { until, ...appearing } of appearingIn(own, publishedAt)) {
      const others = all.get(until)
      if (others) others.push(appearing)
      else all.set(until, [appearing])
    }
  }
  return all
}

function byPost(cuts: readonly RecordCut[]): RecordCut[][] {
  const groups: RecordCut[][] = []
  for (const cut of cuts) {
    const group = groups.at(-1)
    if (group?.[0]?.post === cut.post) group.push(cut)
    else groups.push([cut])
  }
  return groups
}

/** Returns the appearing cuts in one post, in the order in which they appear. */
function appearingIn(
  cuts: readonly RecordCut[],
  publishedAt: (moment: Moment) => Instant,
): (AppearingCut & { until: Moment })[] {
  const visible = new PrefixSums(cuts.length)
  let hidden = 0
  const placed = cuts.map((cut, index) => {
    const base = cut.from - hidden
    hidden += cut.to - cut.from
    return { cut, index, base, instant: publishedAt(cut.until) }
  })
  placed.sort((a, b) => a.instant - b.instant || a.cut.until - b.cut.until || a.index - b.index)
  const found: (AppearingCut & { until: Moment })[] = []
  for (let from = 0, to = 0; from < placed.length; from = to) {
    while (to < placed.length && placed[to]!.instant === placed[from]!.instant) {
      const { cut, index } = placed[to++]!
      visible.add(index, cut.to - cut.from)
    }
    for (const { cut, index, base } of placed.slice(from, to)) {
      const { until, post, text } = cut
      const start = base + visible.before(index)
      const end = start + cut.to - cut.from
      const last = found.at(-1)
      // If only later cuts lie between the two, they are one, as in a build that never had the later ones.
      if (last?.until === until && last.to === start) {
        last.to = end
        last.text += text
      } else {
        found.push({ until, post, from: start, to: end, text })
      }
    }
  }
  return found
}

/** Prefix sums of changing numbers in logarithmic time: a binary indexed tree. */
class PrefixSums {
  readonly #tree: Float64Array

  constructor(length: number) {
    this.#tree = new Float64Array(length + 1)
  }

  add(index: number, amount: number): void {
    for (let i = index + 1; i < this.#tree.length; i += i & -i) this.#tree[i]! += amount
  }

  /** Returns the sum of all numbers before `index`. */
  before(index: number): number {
    let sum = 0
    for (let i = index; i > 0; i -= i & -i) sum += this.#tree[i]!
    return sum
  }
}
