// The order in which a workspace's posts become visible, with the entries of other collections that something in them waits for.
import type { ListedWorkspace, Timeline, WrittenRecords } from './editions.ts'

/** Makes the timeline of a workspace, and has cuts name moments of it in place of those that the build has. */
export function inTimeline(
  { posts, awaited }: ListedWorkspace,
  written: readonly WrittenRecords[],
): { timeline: Timeline; written: readonly WrittenRecords[] } {
  const numbers = posts.map((_, number) => number)
  if (!awaited) return { timeline: { all: numbers, outside: [], momentOf: (post) => post }, written }
  const named = new Set(written.flatMap(({ cuts }) => cuts.map(({ until }) => until)))
  const found = new Map([...named].sort((a, b) => a - b).map((until) => [until, awaited(until)]))
  const outside = [...found.values()].filter((one) => typeof one !== 'number')
  let shown = 0
  const all = numbers.flatMap((number) => {
    const before = shown
    while (shown < outside.length && outside[shown]!.publishedAt >= posts[number]!.publishedAt) shown++
    return [...outside.slice(before, shown), number]
  })
  const moments = new Map(all.map((one, moment) => [one, moment]))
  const placed = written.map(({ digests, cuts }) => ({
    digests,
    cuts: cuts.map((cut) => ({ ...cut, until: moments.get(found.get(cut.until)!)! })),
  }))
  return { timeline: { all, outside, momentOf: (post) => moments.get(post)! }, written: placed }
}
