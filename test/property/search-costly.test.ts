// Whatever is searched for, in whatever script, the counted work is bounded by the number of posts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seeded } from '../bench/words.ts'
import { expectBounded } from '../support/costly/bounds.ts'
import { climb } from '../support/costly/climb.ts'
import type { CorpusName } from '../support/costly/corpora.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-costly-'))
afterAll(() => rmSync(data, { recursive: true }))

/** search-costly.long.ts covers the others, and runs longer. */
const names: CorpusName[] = ['han', 'thai', 'one word 150,000 times', 'words that are alike']

test.each(names)('%s: no search takes more than the bound', async (name) => {
  const climbed = await climb(name, { data: join(data, name), posts: 25, steps: 25, random: seeded(3) })
  expectBounded(climbed)
  expect(climbed.searches).toBeGreaterThan(40)
  expect(climbed.costliest.lists.lists).toBeGreaterThan(0)
})
