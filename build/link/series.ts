// Checks of series: each number is that of one post, and no series is longer than replies can list.
import { type Problem, problemAt, quoted } from '../problems/problem.ts'
import type { Reference } from '../workspace/references.ts'
import { type DeclaredLists, slugOf } from '../workspace/taxonomies.ts'

/** A reply may list all parts beside each of a hundred posts. */
const MAX_PARTS = 1_000

/** @param references of all posts */
export function seriesProblems(references: readonly Reference[], lists: DeclaredLists): Problem[] {
  const all = new Map<string, Reference[]>()
  for (const one of references) {
    if (one.kind !== 'series') continue
    const slug = slugOf(one, lists)
    const posts = all.get(slug) ?? []
    if (posts.length === 0) all.set(slug, posts)
    posts.push(one)
  }
  return [...all].flatMap(([slug, posts]) => [...tooLong(slug, posts), ...samePart(slug, posts)])
}

function tooLong(slug: string, posts: readonly Reference[]): Problem[] {
  const first = posts[MAX_PARTS]
  if (!first) return []
  const message = `The series ${quoted(slug)} has ${posts.length.toLocaleString('en')} posts; the limit is 1,000.`
  return [problemAt(first.file, first.location, { code: 'too-large', message, hint: 'Use a tag instead.' })]
}

/** Reports both of two posts with one number: either may be the right one. */
function samePart(slug: string, posts: readonly Reference[]): Problem[] {
  const byNumber = new Map<number, Reference[]>()
  for (const one of posts)
    if (one.part) byNumber.set(one.part.number, [...(byNumber.get(one.part.number) ?? []), one])
  return [...byNumber].flatMap(([number, same]) =>
    same.flatMap(({ file, part }, i) => {
      const other = same[i === 0 ? 1 : 0]
      if (!other) return []
      const message = `Part ${number} of the series ${quoted(slug)} is also ${other.file}.`
      return [problemAt(file, part!.location, { code: 'taken-name', message, hint: 'Write another part.' })]
    }),
  )
}
