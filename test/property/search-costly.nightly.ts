// Looks for searches costlier than the known ones, in every script, by mutating the costliest.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { seeded } from '../bench/words.ts'
import { expectBounded } from '../support/costly/bounds.ts'
import { climb } from '../support/costly/climb.ts'
import { corpusNames } from '../support/costly/corpora.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-costly-'))
afterAll(() => rmSync(data, { recursive: true }))

test.each(corpusNames)('%s: none of hundreds of searches takes more than the bound', async (name) => {
  const climbed = await climb(name, { data: join(data, name), posts: 125, steps: 125, random: seeded(1) })
  expectBounded(climbed)
  expect(climbed.searches).toBeGreaterThan(125)
})
