// Search over made-up posts equals a MiniSearch of all of them; parity.long.ts asks more, and real posts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { invented } from './invented.ts'
import { compare, type Tally } from './parity.ts'
import { queriesFrom } from './queries.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-parity-'))
afterAll(() => rmSync(data, { recursive: true }))

const { workspace, texts, now } = invented(700, 60)

async function compared(queries: readonly string[]): Promise<Tally> {
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(data)
  const lease = snapshots.lease('demo')
  try {
    return await compare(lease.workspace, now, texts, queries)
  } finally {
    lease.release()
    snapshots.close()
  }
}

test('finds and orders what one MiniSearch over the visible posts finds and orders', async () => {
  const tally = await compared(queriesFrom(texts, seeded(7), 160))
  expect(tally.found).toBeGreaterThan(100)
  expect(tally.corrected).toBeGreaterThan(8)
  expect(tally.scored).toBeGreaterThan(60)
})

test('finds what it finds for frequent words, and orders that by the rarer ones and by whole words alone', async () => {
  // Of the letters, `c`, `n` and `t` are words of their own, too. All words that begin with `ri` fit beside some others.
  const frequent = ['c', 'n', 't', 'r', 'p']
  const others = ['', 'ri', 'ri ne', 'ne prea ri', 'café', 'node vus m', 'zzzzzz']
  const queries = frequent.flatMap((word) => others.flatMap((other) => ['jwt', `${word} ${other}`]))
  const { bounded, scored, found } = await compared(queries)
  expect([bounded, scored]).toEqual([queries.length / 2, 0])
  expect(found).toBe(queries.length - frequent.length)
})
