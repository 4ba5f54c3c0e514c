// Search scores whole words of texts as MiniSearch does.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { afterAll, expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { parseSearch, scoresOf } from '../../packages/search/index.ts'
import { isUnspaced } from '../../packages/search/text/runs.ts'
import { tokenize } from '../../packages/search/text/tokenize.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { oneOf, seeded } from '../bench/words.ts'
import { workIn } from '../support/turn.ts'
import { invented } from './invented.ts'
import type { Text } from './whole.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-parity-'))
afterAll(() => rmSync(data, { recursive: true }))

const { workspace, texts, now } = invented(700, 60)

test('scores whole words of texts as MiniSearch does, from the rarest to the most frequent', async () => {
  const { posts } = workspace
  const untitled = { ...workspace, posts: posts.map((post) => ({ ...post, terms: { ...post.terms } })) }
  for (const { terms } of untitled.posts) terms.title = termsOf('')
  writeSnapshot(data, { workspaces: [untitled], builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(data)
  const lease = snapshots.lease('demo')
  const whole = new MiniSearch<Text>({
    fields: ['content'],
    // MiniSearch's length of a text is its number of distinct words: extra ones make it the number of all.
    tokenize: (text) => {
      const terms = tokenize(text).map(({ term }) => term)
      const more = terms.length - new Set(terms).size
      return [...terms, ...Array.from({ length: more }, (_, i) => `${i} of the rest`)]
    },
    processTerm: (term) => term,
    searchOptions: { tokenize: (text) => text.split(' '), bm25: { k: 1.2, b: 0.7, d: 0 } },
  })
  whole.addAll(texts)
  try {
    const edition = editionAt(lease.workspace, now)
    const random = seeded(17)
    let compared = 0
    for (let i = 0; i < 60; i++) {
      const words = Array.from({ length: 1 + (i % 4) }, () => {
        const tokens = tokenize(oneOf(random, texts).content)
        // Even in quotes, a single Chinese character is half of what texts have.
        return oneOf(
          random,
          tokens.filter(({ term }) => !isUnspaced(term)),
        ).term
      })
      const scores = await scoresOf(
        edition.search,
        parseSearch(words.map((word) => `"${word}"`).join(' ')),
        workIn(edition),
      )
      for (const { id, score, queryTerms } of whole.search(words.join(' '))) {
        // MiniSearch multiplies the sum by the number of words found.
        const sum = score / queryTerms.length
        expect(Math.abs(scores[id]! - sum), words.join(' ')).toBeLessThanOrEqual(1e-9 * sum)
        compared++
      }
    }
    expect(compared).toBeGreaterThan(1_000)
  } finally {
    lease.release()
    snapshots.close()
  }
})
