// What no search may take more of, in terms of the posts that are searched.
import { expect } from 'vitest'
import type { Climbed } from './climb.ts'

/** A query has so many characters, each of which may be a term with two lists. */
const mostLists = 2 * 512
/** Shorter lists are read whatever posts there are. */
const leastBytes = 1_024
const perPost = { lists: 2, places: 200, slips: 250 }
/** The places of one post, and the lists of one term, are read to their end. */
const longestPost = 150_000

export function expectBounded({ posts, dearest }: Climbed): void {
  const { lists, places, slips } = dearest
  const mostBytes = mostLists * (Math.max(leastBytes, perPost.lists * posts) + posts)
  expect(lists.lists, lists.query).toBeLessThanOrEqual(mostBytes)
  expect(places.places, places.query).toBeLessThanOrEqual(perPost.places * posts + 2 * longestPost)
  // Two words are looked up that are near, of each of four, when the last step is taken.
  expect(slips.slips, slips.query).toBeLessThanOrEqual(perPost.slips * posts + 8 * (2_000 + 2 * posts))
}
