// What appears in a post when another one does that it links to: where it stands then, and what it says. Of links that
// appear later still, that tells nothing.

import type { Instant, PostNumber } from '../types.ts'
import type { RecordCut } from './cuts.ts'

export interface Appearance {
  post: PostNumber
  /** In the bytes of the record as they are from then on. */
  from: number
  to: number
  text: string
}

/**
 * By the post that they appear with.
 * @param cuts of one file, by post and place
 * @param publishedAt of a post: those of one second appear together
 */
export function appearances(
  cuts: readonly RecordCut[],
  publishedAt: (post: PostNumber) => Instant,
): Map<PostNumber, Appearance[]> {
  const all = new Map<PostNumber, Appearance[]>()
  for (const own of byPost(cuts)) {
    for (const { until, ...appearance } of appearancesIn(own, publishedAt)) {
      const others = all.get(until)
      if (others) others.push(appearance)
      else all.set(until, [appearance])
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

/** Of one post, in the order in which they appear. */
function appearancesIn(
  cuts: readonly RecordCut[],
  publishedAt: (post: PostNumber) => Instant,
): (Appearance & { until: PostNumber })[] {
  const shown = new PrefixSums(cuts.length)
  let hidden = 0
  const placed = cuts.map((cut, place) => {
    const base = cut.from - hidden
    hidden += cut.to - cut.from
    return { cut, place, base, instant: publishedAt(cut.until) }
  })
  placed.sort((a, b) => a.instant - b.instant || a.cut.until - b.cut.until || a.place - b.place)
  const found: (Appearance & { until: PostNumber })[] = []
  for (let from = 0, to = 0; from < placed.length; from = to) {
    while (to < placed.length && placed[to]!.instant === placed[from]!.instant) {
      const { cut, place } = placed[to++]!
      shown.add(place, cut.to - cut.from)
    }
    for (const { cut, place, base } of placed.slice(from, to)) {
      const { until, post, text } = cut
      const start = base + shown.before(place)
      const end = start + cut.to - cut.from
      const last = found.at(-1)
      // With only later ones between them, the two are one, as in a build that never had those.
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

/** Sums over the first of many numbers that change, in logarithmic time: a binary indexed tree. */
class PrefixSums {
  readonly #tree: Float64Array

  constructor(length: number) {
    this.#tree = new Float64Array(length + 1)
  }

  add(place: number, amount: number): void {
    for (let i = place + 1; i < this.#tree.length; i += i & -i) this.#tree[i]! += amount
  }

  /** Of all numbers before `place`. */
  before(place: number): number {
    let sum = 0
    for (let i = place; i > 0; i -= i & -i) sum += this.#tree[i]!
    return sum
  }
}
