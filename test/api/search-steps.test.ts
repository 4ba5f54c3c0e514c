// What a search costs, in the steps that api/_app/search/work.ts counts: its bounds are multiples of them, so a cost that
// changes unseen moves all of them. A change that is meant changes these numbers, too.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Edition, editionAt } from '../../api/_app/listing/edition.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { parseSearch, search, Work } from '../../packages/search/index.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { noTurn } from '../support/turn.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-steps-'))
let snapshots: Snapshots
let edition: Edition

beforeAll(() => {
  const workspace = bulkWorkspace('demo', 40, () => '')
  for (const [i, post] of workspace.posts.entries()) {
    const pairs = Array.from({ length: 6 }, (_, k) => `认${String.fromCodePoint(0x4e00 + ((i + k) % 40))}`)
    post.terms = {
      title: termsOf(`post ${i}`),
      content: termsOf(
        `the quick brown fox jumps over ${i % 3 ? 'lazy' : 'the lazy'} dogs ${pairs.join(' ')} the end`,
      ),
    }
  }
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  snapshots = openSnapshots(data)
  edition = editionAt(snapshots.lease('demo').workspace, workspace.posts[0]!.publishedAt)
})
afterAll(() => {
  snapshots.close()
  rmSync(data, { recursive: true })
})

test.each([
  ['fox', 582],
  ['fox dogs', 1164],
  ['"quick brown"', 4044],
  ['"the lazy dogs"', 5888],
  ['"认一"', 514],
  ['"认"', 860],
  ['"end 认"', 35782],
  ['qick', 3182],
  ['qick browm', 6364],
  ['"the end" nothing', 5702],
])('%s takes %i steps', async (query, steps) => {
  const work = new Work(40, noTurn)
  await search(edition.search, parseSearch(query), 'auto', work)
  expect([work.steps, work.isPartial]).toEqual([steps, false])
})
