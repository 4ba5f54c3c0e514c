// Bounds on the work of any search, in terms of the number of posts.
import { expect } from 'vitest'
import type { Climbed } from './climb.ts'

/** A query has at most this many characters, each of which may be a term with two lists. */
const mostLists = 2 * 512
/** Lists are read for the posts that have all words, and again for those that have some: by prefixes, then by whole words. */
const mostReads = 3
/** Shorter lists are read however few posts there are, and each takes some steps to look up. */
const leastBytes = 1_024
const lookUp = 500
const perPost = { lists: 0.5, places: 100, spelling: 250 }

export function expectBounded({ posts, costliest }: Climbed): void {
  const { lists, places, spelling } = costliest
  const mostBytes = mostReads * mostLists * (Math.max(leastBytes, perPost.lists * posts) + posts + lookUp)
  expect(lists.lists, lists.query).toBeLessThanOrEqual(mostBytes)
  expect(places.places, places.query).toBeLessThanOrEqual(perPost.places * posts)
  expect(spelling.spelling, spelling.query).toBeLessThanOrEqual(perPost.spelling * posts)
}
