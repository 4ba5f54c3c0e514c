// The slips of a real blog's 3,000 most frequent words. There are more than a million, so each is only corrected, by the function that
// decides what is searched for, in posts that have only these words; what is found is then compared once for each decision. Even so it
// takes minutes: the nightly run has every seventh slip, and all of them with TEST_ALL_TRIES=1. Requests, of posts as they are, have one
// slip of every third word, or of all.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import { MatchCache } from '../../api/_app/listing/matches.ts'
import { build } from '../../build/index.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { loadStemmers, parseSearch } from '../../packages/search/index.ts'
import { correct, correctionsOf } from '../../packages/search/query/corrections.ts'
import { withForms } from '../../packages/search/query/forms.ts'
import { tokenize } from '../../packages/search/text/tokenize.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { oneOf, seeded } from '../bench/words.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { type Reader, reader } from '../support/reading.ts'
import { slugs } from '../support/routes.ts'
import { slipsOf } from '../support/slips.ts'
import { noTurn, workIn } from '../support/turn.ts'
import { tries } from './tries.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))
const isHere = existsSync(join(corpus, 'nodejs-blog/posts'))
/** After the newest post. */
const now = Date.UTC(2040, 0, 1)

const isAll = tries(2) === 2

const title = `a real blog's 3,000 most frequent words${isHere ? '' : ' (skipped: there is no ../shared/corpus)'}`

describe.skipIf(!isHere)(title, () => {
  const out = mkdtempSync(join(tmpdir(), 'galley-slips-'))
  let api: Reader
  /** By post: the terms of its title and of its text. */
  let texts: { title: string[]; content: string[] }[]
  let words: string[]

  beforeAll(async () => {
    await build({ content: corpus, out, drafts: false, strict: false, env: { SOURCE_DATE_EPOCH: '1' } })
    api = reader({ out }, now)
    const { posts } = await api.get('nodejs-blog/posts?limit=all&format=text&select=title,content')
    const termsIn = (text: string) => tokenize(text).map(({ term }) => term)
    texts = posts.map((post: Record<'title' | 'content', string>) => {
      return { title: termsIn(post.title), content: termsIn(post.content) }
    })
    const counts = new Map<string, number>()
    for (const { title, content } of texts)
      for (const term of new Set([...title, ...content])) counts.set(term, (counts.get(term) ?? 0) + 1)
    const frequent = [...counts].filter(([term]) => /^\p{L}+$/u.test(term))
    words = frequent
      .sort(([, a], [, b]) => b - a)
      .slice(0, 3_000)
      .map(([term]) => term)
  })
  afterAll(() => {
    api?.close()
    rmSync(out, { recursive: true })
  })

  test('one slip of every third, or of all, asked for', async () => {
    const random = seeded(37)
    let corrected = 0
    const some = words.filter((_, i) => isAll || i % 3 === 0)
    for (const word of some) {
      const path = (query: string) =>
        `nodejs-blog/posts?limit=all&select=slug&sort=relevance&query=${encodeURIComponent(query)}`
      const slip = oneOf(random, slipsOf(word))
      const found = await api.get(path(slip))
      if (found.search === undefined || found.search.omitted.length > 0) continue
      corrected++
      const typed: string[] = []
      for (const other of found.search.corrected) typed.push(...slugs(await api.get(path(other))))
      expect(slugs(found), slip).toEqual([...new Set(typed)])
    }
    expect(corrected).toBeGreaterThan((2 / 3) * some.length)
  })

  test('all slips, or every seventh', async () => {
    const known = new Set(words)
    const workspace = bulkWorkspace('w', texts.length, () => '')
    workspace.stemmers = await loadStemmers(['en'])
    for (const [i, { title, content }] of texts.entries()) {
      const kept = (terms: readonly string[]) => termsOf(terms.filter((term) => known.has(term)).join(' '))
      Object.assign(workspace.posts[i]!, {
        language: 'en',
        terms: { title: kept(title), content: kept(content) },
      })
    }
    const data = join(out, 'frequent')
    writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
    const snapshots = openSnapshots(data)
    const lease = snapshots.lease('w')
    const edition = editionAt(lease.workspace, now)
    const matches = new MatchCache()
    const found = async (query: string, by: 'publishedAt' | 'relevance') => {
      const criteria = { filter: { query }, sort: { by, order: 'desc' } as const }
      const { posts } = await matches.find(edition, criteria, (work) => work(), noTurn)
      return Array.from({ length: posts.count }, (_, place) => posts.at(place))
    }
    const decisions = new Set<string>()
    const every = isAll ? 1 : 7
    const slips = words.flatMap(slipsOf).filter((_, i) => i % every === 0)
    let count = 0
    for (const slip of slips) {
      const work = workIn(edition)
      const corrected = correctionsOf(
        (await correct(edition.search, await withForms(edition.search, parseSearch(slip), work), work)).words,
      )
      if (corrected.length === 0) continue
      count++
      if (decisions.has(corrected.join())) continue
      decisions.add(corrected.join())
      const typed = new Set<number>()
      for (const word of corrected) for (const post of await found(word, 'relevance')) typed.add(post)
      expect(await found(slip, 'relevance'), slip).toEqual([...typed])
      expect(await found(slip, 'publishedAt'), slip).toEqual([...typed].sort((a, b) => a - b))
    }
    expect(count).toBeGreaterThan(0.8 * slips.length)
    lease.release()
    snapshots.close()
  })
})
