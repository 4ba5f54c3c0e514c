// Scheduled posts change no reply to a search before their time: not what is found, not where a bound cuts it off, not
// how misspellings are corrected.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import type { Terms } from '../../packages/search/basics/post-terms.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { loadStemmers } from '../../packages/search/index.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { seeded } from '../bench/words.ts'
import { type Answer, ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { corpusNames, textOf } from '../support/costly/corpora.ts'
import { costlySearches } from '../support/costly/queries.ts'
import { tries } from './tries.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-hidden-'))
let opened: { plain: Snapshots; pushed: Snapshots }

/** Twelve posts of these are more than may be compared. */
const ticking = termsOf('tick tock '.repeat(75_000))
const letters = [...'abet']
/** Words an edit or two from each other: more than may be compared. */
const alike = Array.from({ length: 4 ** 8 }, (_, i) =>
  Array.from({ length: 8 }, (_, place) => letters[(i >> (2 * place)) & 3]).join(''),
)

const short = corpusNames.flatMap((name) => [1, 2, 3].map((number) => textOf(name, number).slice(0, 1_500)))
const asked = (['mixed', 'latin', 'han', 'thai'] as const)
  .slice(0, tries(8))
  .map((name) => textOf(name, 1).slice(0, 1_500))
const visibleTerms: Terms[] = [
  ...short.map((text) => termsOf(text)),
  ...Array.from({ length: 14 }, () => ticking),
  ...Array.from({ length: 28 }, (_, i) => termsOf(alike.slice(i * 1_000, (i + 1) * 1_000).join(' '))),
]
const words = short.join(' ').split(/[^\p{L}\p{M}]+/u)
const hiddenTerms: Terms[] = [
  ticking,
  termsOf(short.join('\n')),
  termsOf(alike.slice(40_000).join(' ')),
  // Other forms of everything, in two languages.
  termsOf(words.flatMap((word) => [`${word}s`, `${word}ing`, `${word}ungen`]).join(' ')),
  // Neighbours of everything in the dictionary, and misspellings that only these would correct.
  termsOf(words.flatMap((word) => [`${word}a`, `${word}zz`, word.slice(0, -1)]).join(' ')),
  termsOf([...new Set(short.join(''))].flatMap((one) => [`的${one}`, one]).join(' ')),
]

const stemmers = await loadStemmers(['en', 'de'])

function workspaceOf(scheduled: number): BuiltWorkspace {
  const workspace = bulkWorkspace(
    'w',
    visibleTerms.length,
    (number) => `<p>${short[number] ?? 'tick tock'}</p>`,
  )
  for (const [i, post] of workspace.posts.entries())
    Object.assign(post, { language: 'en', terms: { title: termsOf(''), content: visibleTerms[i]! } })
  const hidden = bulkWorkspace('w', scheduled, () => '<p>soon</p>').posts
  for (const [i, post] of hidden.entries()) {
    const terms = hiddenTerms[i % hiddenTerms.length]!
    const publishedAt = post.publishedAt + 10_000 * 86_400_000
    const meta = {
      ...post.meta,
      id: `soon_${i}`,
      slug: `soon-${i}`,
      publishedAt: new Date(publishedAt).toISOString(),
    }
    const language = i % 2 === 0 ? 'en' : 'de'
    Object.assign(post, { meta, publishedAt, language, terms: { title: terms, content: terms } })
  }
  return { ...workspace, stemmers, posts: [...hidden, ...workspace.posts] }
}

function written(name: string, workspace: BuiltWorkspace): Snapshots {
  const dir = join(data, name)
  writeSnapshot(dir, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  return openSnapshots(dir)
}

beforeAll(() => {
  opened = {
    plain: written('plain', workspaceOf(0)),
    pushed: written('pushed', workspaceOf(hiddenTerms.length)),
  }
})
afterAll(() => {
  opened.plain.close()
  opened.pushed.close()
  rmSync(data, { recursive: true })
})

const queries = {
  'a phrase that is compared too often': '"tick tick"',
  'a phrase that is compared too often, and what each post has': 'tock "tick tick tock"',
  'misspellings that are compared too often': 'abetabxx tick',
  'four of them': 'abetabxx beatbexx tebatexx bbbbbbxx',
  'what only scheduled posts say': 'soon',
}

test.each([
  ...Object.entries(queries),
  ...asked.flatMap((text, i) =>
    Object.entries(costlySearches(seeded(i), text)).map(
      ([kind, { query }]) => [`${kind}, text ${i}`, query] as const,
    ),
  ),
])('%s', async (_, query) => {
  const found = await sameReplies(opened, query)
  if (Object.hasOwn(queries, _) && query !== 'soon') expect(found.headers['X-Search-Partial']).toBe('true')
})

/** Of such words and their beginnings, the index has a bit for each post. */
test.each([3, 8])('words that hundreds of scheduled posts say, beside %i others', async (count) => {
  const said = (times: number): BuiltWorkspace => {
    const workspace = bulkWorkspace('w', count, () => '<p>Frequence</p>')
    const hidden = bulkWorkspace('w', times, () => '<p>Frequency</p>').posts
    for (const post of workspace.posts) {
      const terms = termsOf('frequence rare')
      Object.assign(post, { terms: { title: terms, content: terms } })
    }
    for (const [i, post] of hidden.entries()) {
      const terms = termsOf('frequent frequently')
      const meta = { ...post.meta, id: `soon_${i}`, slug: `soon-${i}` }
      const publishedAt = post.publishedAt + 10_000 * 86_400_000
      Object.assign(post, { meta, publishedAt, terms: { title: terms, content: terms } })
    }
    return { ...workspace, posts: [...hidden, ...workspace.posts] }
  }
  const both = { plain: written(`few-${count}`, said(0)), pushed: written(`many-${count}`, said(400)) }
  for (const query of ['frequent', 'frequen', 'frequent rare', '"frequent frequently"', 'f', 'raer'])
    await sameReplies(both, query)
  both.plain.close()
  both.pushed.close()
})

async function sameReplies({ plain, pushed }: typeof opened, query: string): Promise<Answer> {
  const app = (snapshots: Snapshots) => {
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    return createApp({
      snapshots,
      limiter,
      now: () => Date.UTC(2026, 0, 2),
      log: (line) => expect.fail(line),
    })
  }
  const parameters = '&sort=relevance&highlight=true&limit=20&facets=category,authors&select=slug'
  const get = async (path: string) => {
    const target = `/v1/w/${path}?query=${encodeURIComponent(query)}`
    const expected = await ask(app(plain), 'GET', target + (path === 'posts' ? parameters : ''))
    const found = await ask(app(pushed), 'GET', target + (path === 'posts' ? parameters : ''))
    expect({ ...found.headers, text: found.text }).toEqual({ ...expected.headers, text: expected.text })
    expect(found.status).toBe(200)
    return found
  }
  await get('suggest')
  return await get('posts')
}
