// Search compared with a model, query by query.

import { expect } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { MatchCache } from '../../api/_app/listing/matches.ts'
import { parseSearch, scoresOf, search } from '../../packages/search/index.ts'
import type { Stem } from '../../packages/search/text/stemmers.ts'
import type { OpenWorkspace } from '../../snapshot/read/snapshots.ts'
import { noTurn, workIn } from '../support/turn.ts'
import { type Text, WholeIndex } from './whole.ts'

/** How many queries there were of each kind. */
export interface Tally {
  found: number
  corrected: number
  /** Asked for by relevance; and how many of these have a word so short that only the whole word is scored. */
  ranked: number
  whole: number
}

/**
 * Each query must find the same set; every other one must also give the same order and scores by relevance.
 * @param texts the posts that are visible at `now`
 * @param stem of the language that all posts are written in, if it has one
 */
export async function compare(
  workspace: OpenWorkspace,
  now: number,
  texts: readonly Text[],
  queries: readonly string[],
  stem?: Stem,
): Promise<Tally> {
  const edition = editionAt(workspace, now)
  const whole = new WholeIndex(texts, stem)
  const matches = new MatchCache()
  const tally = { found: 0, corrected: 0, ranked: 0, whole: 0 }
  for (const [i, query] of queries.entries()) {
    const expected = whole.search(query)
    const found = await search(edition.search, parseSearch(query), 'all', workIn(edition))
    expect([...found.posts], query).toEqual(expected.posts)
    expect(found.corrected.length > 0, query).toBe(expected.corrected)
    tally.found += Number(found.posts.length > 0)
    tally.corrected += Number(expected.corrected)
    if (i % 2 === 0) continue
    const ranking = expected.byRelevance()
    const { posts } = await matches.find(
      edition,
      { filter: { query, match: 'all' }, sort: { by: 'relevance', order: 'desc' } },
      (work) => work(),
      noTurn,
    )
    expect(
      Array.from({ length: posts.count }, (_, place) => posts.at(place)),
      query,
    ).toEqual(ranking.posts)
    const scores = await scoresOf(edition.search, found.words, workIn(edition))
    for (const [post, score] of ranking.scores) {
      expect(Math.abs(scores[post]! - score), query).toBeLessThanOrEqual(1e-12 * Math.max(1, score))
    }
    tally.ranked++
    tally.whole += Number(ranking.isWhole)
  }
  return tally
}
