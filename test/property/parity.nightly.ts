// Hundreds of queries each over made-up and real posts give the same results as a model. That takes up to a
// second for a query that is a prefix of many words in many posts, so the real posts of five years are taken, and
// many of these are scheduled for most queries.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stemmer } from '@orama/stemmers/english'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../build/index.ts'
import { type OpenWorkspace, openSnapshots } from '../../snapshot/read/snapshots.ts'
import { textOf } from '../../snapshot/text/html-text.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { contentsIn } from '../support/contents.ts'
import { invented } from './invented.ts'
import { compare } from './parity.ts'
import { queriesFrom } from './queries.ts'
import type { Text } from './whole.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))
/** Prose and, in the last, the ideographs and long lists of releases. */
const years = ['2011', '2012', '2013', '2014', '2018']
const isHere = existsSync(join(corpus, 'nodejs-blog/posts'))
const out = mkdtempSync(join(tmpdir(), 'galley-parity-'))
afterAll(() => rmSync(out, { recursive: true }))

async function reading<T>(data: string, folder: string, use: (workspace: OpenWorkspace) => Promise<T>) {
  const snapshots = openSnapshots(data)
  const lease = snapshots.lease(folder)
  try {
    return await use(lease.workspace)
  } finally {
    lease.release()
    snapshots.close()
  }
}

/** The posts from a number on, read from their files. */
function textsOf({ meta, html, posts }: OpenWorkspace, first: number): Text[] {
  return Array.from({ length: posts - first }, (_, i): Text => {
    const { title } = JSON.parse(Buffer.from(meta.read(first + i, first + i + 1)[0]!).toString())
    const [content = ''] = contentsIn(html, first + i, first + i + 1)
    return { id: first + i, title, content: textOf(content) }
  })
}

test('over 1,500 made-up posts', async () => {
  const data = join(out, 'invented')
  const { workspace, texts, now } = invented(1_500, 80)
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  await reading(data, 'demo', async (opened) => {
    const tally = await compare(opened, now, texts, queriesFrom(texts, seeded(11), 300))
    expect(tally.found).toBeGreaterThan(180)
    expect(tally.corrected).toBeGreaterThan(18)
    expect(tally.ranked).toBeGreaterThan(60)
    expect(tally.whole).toBeGreaterThan(1)
  })
})

test('scores only the whole word if too many words begin with it', async () => {
  const data = join(out, 'frequent')
  const frequent = ['c', 'n', 't', 'r', 'p']
  const others = ['', 'ri', 'ri ne', 'ne prea ri', 'café', 'node vus m', 'zzzzzz']
  const queries = frequent.flatMap((word) => others.flatMap((other) => ['jwt', `${word} ${other}`]))
  const { workspace, texts, now } = invented(700, 60)
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  const { whole, ranked, found } = await reading(data, 'demo', (opened) =>
    compare(opened, now, texts, queries),
  )
  expect([whole, ranked]).toEqual([queries.length / 2, queries.length / 2])
  expect(found).toBe(queries.length - frequent.length)
})

const title = `over a real blog${isHere ? '' : ' (skipped: there is no ../shared/corpus)'}`

describe.skipIf(!isHere)(title, () => {
  const place = join(out, 'real')
  beforeAll(async () => {
    const content = join(place, 'content')
    const isTaken = (path: string) => !/20\d\d$/.test(path) || years.includes(basename(path))
    cpSync(join(corpus, 'nodejs-blog'), join(content, 'nodejs-blog'), { recursive: true, filter: isTaken })
    const env = { SOURCE_DATE_EPOCH: '1' }
    const { written } = await build({ content, out: place, drafts: false, strict: false, env })
    expect(written).toBe(true)
  })

  test.each([
    ['that is all published', 0, 50],
    ['many of which are scheduled', 100, 400],
  ])('%s', async (_, scheduled, count) => {
    await reading(join(place, 'data'), 'nodejs-blog', async (opened) => {
      const now = opened.list.publishedAt[scheduled]!
      const first = opened.list.publishedAt.indexOf(now)
      const texts = textsOf(opened, first)
      const tally = await compare(opened, now, texts, queriesFrom(texts, seeded(first), count), stemmer)
      expect(tally.found).toBeGreaterThan(0.6 * count)
      expect(tally.corrected).toBeGreaterThan(0)
      expect(tally.ranked).toBeGreaterThan(0.2 * count)
    })
  })
})
