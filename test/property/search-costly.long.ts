// Whatever is searched for, in whatever script, the counted work is bounded by the number of posts.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { parseSearch, search } from '../../packages/search/index.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { expectBounded } from '../support/costly/bounds.ts'
import { climb } from '../support/costly/climb.ts'
import { type CorpusName, corpus } from '../support/costly/corpora.ts'
import { workIn } from '../support/turn.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-costly-'))
afterAll(() => rmSync(data, { recursive: true }))

/** search-costly.nightly.ts covers the others, and runs longer. */
const names: CorpusName[] = [
  'han',
  'thai',
  'one word 150,000 times',
  'words that are alike',
  'words that are alike and begin others',
]

test.each(names)('%s: no search takes more than the bound', async (name) => {
  const climbed = await climb(name, { data: join(data, name), posts: 25, steps: 25, random: seeded(3) })
  expectBounded(climbed)
  expect(climbed.searches).toBeGreaterThan(40)
  expect(climbed.costliest.lists.lists).toBeGreaterThan(0)
})

test('a misspelt word with many corrections costs what the best eight of them cost when they are typed', async () => {
  const folder = join(data, 'one')
  const workspaces = [corpus('words that are alike and begin others', 60)]
  writeSnapshot(folder, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(folder)
  const { workspace, release } = snapshots.lease('demo')
  const edition = editionAt(workspace, Date.UTC(2027, 0, 1))
  const listsFor = async (query: string) => {
    const work = workIn(edition)
    const { corrected, isPartial } = await search(edition.search, parseSearch(query), 'auto', work)
    return { corrected, isPartial, lists: work.steps - work.spelling.spent }
  }
  const misspelt = await listsFor('ababxaba')
  expect(misspelt).toMatchObject({ corrected: { length: 8 }, isPartial: false })
  let typed = (await listsFor('xxxxxxxx')).lists
  for (const word of misspelt.corrected) typed += (await listsFor(word)).lists
  expect(misspelt.lists).toBeLessThanOrEqual(typed)
  release()
  snapshots.close()
})
