// The work of a suggestion is bounded, whatever the posts contain and whatever is typed.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { suggestionsFor, Work } from '../../packages/search/index.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { corpus, corpusNames, textOf } from '../support/costly/corpora.ts'
import { costlySearches } from '../support/costly/queries.ts'
import { noTurn } from '../support/turn.ts'

const posts = 20
/** Words of titles that are looked at, posts of words that are compared, and as many lookups as there may be words. */
const most = 400_000 + 6 * 24_576 + 500 * 250

test.each(corpusNames)('%s', async (name) => {
  const dir = mkdtempSync(join(tmpdir(), 'galley-suggest-'))
  writeSnapshot(dir, { workspaces: [corpus(name, posts)], builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(dir)
  const lease = snapshots.lease('demo')
  try {
    const edition = editionAt(lease.workspace, Date.UTC(2027, 0, 1))
    const searches = Object.entries(costlySearches(seeded(1), textOf(name, 7)))
    for (const [kind, { query }] of searches) {
      const work = new Work(edition.search.visible, noTurn)
      const { words, posts } = await suggestionsFor(edition.search, query, work)
      expect(words.length + posts.length, kind).toBeLessThanOrEqual(10)
      expect(work.steps, kind).toBeLessThanOrEqual(most)
    }
  } finally {
    lease.release()
    snapshots.close()
    rmSync(dir, { recursive: true })
  }
})
