// What a search with every option may cost, as a multiple of highlighting a rare word in the same number of
// posts.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded, sentence, vocabulary } from '../bench/words.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { timesAsLong } from '../support/ratio.ts'

const posts = 25
const frequent = vocabulary.slice(0, 12)
const data = mkdtempSync(join(tmpdir(), 'galley-highlight-bounds-'))
let snapshots: Snapshots

/** Long posts, all alike. */
const texts = {
  latin: `rare ${textOf(10_000)}`,
  japanese: `rare ${'認証方式と検索。'.repeat(1_000)}`,
  letters: `rare ${'a b c d '.repeat(2_000)}`,
  accents: `rare ${'á b\u0301 c\u0327\u0301 '.repeat(2_000)}`,
  compounds: `rare ${'a.b.c.d.'.repeat(2_000)}`,
  // What readers see as one character takes looking for. Nothing parts these, so that they must be short to be looked at.
  beyond: `rare ${'𠀀a'.repeat(1_100)}`,
  korean: `rare ${'각하'.normalize('NFD').repeat(390)}`,
  emoji: `rare ${'a👩‍👩‍👧‍👦'.repeat(220)}`,
  marks: `rare ${'กำ'.repeat(900)}`,
}
const said = texts.latin.match(/\p{L}+/gu)!

function textOf(length: number): string {
  const random = seeded(1)
  let text = ''
  while (text.length < length) text += `“${sentence(random, 8, 14)}”. `
  return text
}

beforeAll(() => {
  const workspaces = Object.entries(texts).map(([folder, text]) => {
    const workspace = bulkWorkspace(folder, posts, () => `<p>${text}</p>`)
    const terms = { title: termsOf(''), content: termsOf(text) }
    for (const post of workspace.posts) post.terms = terms
    return workspace
  })
  writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  snapshots = openSnapshots(data)
})
afterAll(() => {
  snapshots.close()
  rmSync(data, { recursive: true })
})

/** Answered by a fresh app. */
async function request(folder: string, query: string, parameters: string): Promise<void> {
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const now = () => Date.UTC(2027, 0, 1)
  const app = createApp({ snapshots, limiter, now, log: (line) => expect.fail(line) })
  const { status } = await ask(
    app,
    'GET',
    `/v1/${folder}/posts?query=${encodeURIComponent(query)}${parameters}`,
  )
  expect(status).toBe(200)
}

test.each([
  ['one frequent word', 'latin', frequent[0]!],
  ['many frequent words', 'latin', frequent.join(' ')],
  [
    'phrases',
    'latin',
    said
      .map((word, i) => `"${word} ${said[i + 1]}"`)
      .slice(0, 24)
      .join(' '),
  ],
  ['a long phrase', 'latin', `"${said.slice(0, 60).join(' ')}"`],
  ['pairs of characters', 'japanese', '認証方式 検索'],
  ['a phrase without spaces', 'japanese', '"認証方式と検索"'],
  ['every letter', 'letters', 'a b c d'],
  ['a phrase everywhere', 'letters', '"a b c d a b"'],
  ['accents', 'accents', 'a b c'],
  ['every part of a compound', 'compounds', 'a b c d'],
  ['characters of two units', 'beyond', '𠀀 a'],
  ['syllables in parts', 'korean', '각 하'],
  ['letters between emoji', 'emoji', 'a'],
  ['vowels of their own', 'marks', 'ก'],
])('%s: no more than a few times as much', async (_, folder, query) => {
  const parameters = '&highlight=true&limit=100&select=slug'
  const all = () => request(folder, query, `${parameters}&sort=relevance&facets=category,tags,authors`)
  const rare = () => request(folder, 'rare', parameters)
  expect(await timesAsLong(all, rare)).toBeLessThan(10)
})
