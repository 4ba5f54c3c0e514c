// As stretches.long.ts, of four times the posts, and of searches in workspaces of one script each.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { type CorpusName, corpus, textOf } from '../support/costly/corpora.ts'
import { costlySearches } from '../support/costly/queries.ts'
import { type Asked, expectShort, stretchesOf } from '../support/stretches.ts'
import { lists, searches, wideWorkspace } from '../support/wide.ts'

let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'galley-stretches-'))
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const write = (workspace: BuiltWorkspace) =>
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })

test('lists of twenty thousand posts, and searches that find them all', () => {
  write(wideWorkspace('wide', 20_000, 10_000, 10))
  const first = { target: '/v1/wide/posts?sort=updatedAt', isFirst: true, inTurns: true }
  const stretches = stretchesOf(data, {
    opening: { first },
    lists: inTurns(lists('/v1/wide')),
    searches: inTurns(searches('/v1/wide')),
  })
  for (const kind of ['opening', 'lists', 'searches'] as const) expectShort(kind, stretches[kind])
})

const names: CorpusName[] = [
  'han',
  'thai',
  'one word 150,000 times',
  'one character 150,000 times',
  'words that are alike',
]

test.each(names)('%s: searches that are meant to hurt', (name) => {
  write(corpus(name, 300))
  const searches = Object.entries(costlySearches(seeded(1), textOf(name, 7)))
  const asked = searches.map(([kind, { query }]): [string, Asked] => [
    kind,
    {
      target: `/v1/demo/posts?query=${encodeURIComponent(query)}&sort=relevance&highlight=true&limit=2&facets=tags`,
    },
  ])
  expectShort('searches', stretchesOf(data, { asked: inTurns(Object.fromEntries(asked)) }).asked)
  expect(asked.length).toBeGreaterThan(15)
})

function inTurns(group: Record<string, Asked>): Record<string, Asked> {
  return Object.fromEntries(Object.entries(group).map(([name, asked]) => [name, { ...asked, inTurns: true }]))
}
