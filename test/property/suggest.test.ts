// Suggestions equal those that plain code computes from the texts of the visible posts, of generated posts at any time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { fold } from '../../packages/search/basics/fold.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { queryTerms } from '../../packages/search/text/tokenize.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { tries } from './tries.ts'

interface Text {
  title: string
  content: string
}

const day = 86_400_000
const vocabulary = [
  ...['stream', 'Stream', 'STREAM', 'streams', 'streaming', 'string', 'Straße', 'strasse', 'state', 'a'],
  ...['GitHub', 'github', 'github.com', 'git', 'C++', 'c', '.NET', 'net', 'node.js', 'Node', '@scope/name'],
  ...['café', 'Cafe', 'CAFÉ', 'école', 'Ecole', 'naïve', 'İstanbul', 'ﬁle', 'file', 'co\u00adop', 'coop'],
  ...['日本', '日本語', 'การตั้งค่า', 'пример', 'Пример', 'άλφα', 'ΑΛΦΑ', 'مثال', '👍🏽', '𝒳y', '𐐀𐐨'],
  ...[
    'v20.19',
    '2026',
    'deadbeef1',
    '1a2b3c',
    'es2015',
    'x'.repeat(33),
    'rate',
    'limit',
    'limits',
    "don't",
    'don’t',
  ],
]
const words = fc
  .array(fc.tuple(fc.constantFrom(...vocabulary), fc.constantFrom(' ', ' ', ' ', '. ', '\n', '-', ' (')), {
    maxLength: 14,
  })
  .map((list) => list.map(([word, end]) => word + end).join(''))
/** More than a few blocks of words. */
const many = Array.from({ length: 400 }, (_, i) => `s${(7 * i).toString(5)}t${[...'abcde'][i % 5]}`).join(' ')
const text = fc.record({
  title: words,
  content: fc.oneof({ weight: 5, arbitrary: words }, fc.constant(many)),
})
const query = fc
  .tuple(
    fc.array(fc.constantFrom(...vocabulary), { maxLength: 3 }),
    fc.constantFrom(...vocabulary),
    fc.nat(9),
  )
  .map(([before, last, length]) => [...before, [...last].slice(0, length + 1).join('')].join(' ').trim())

test('suggestions are what the visible posts say, and each word alone finds a post', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { minLength: 1, maxLength: 12 }),
      fc.nat(12),
      fc.array(query, { minLength: 1, maxLength: 12 }),
      async (texts, hidden, queries) => {
        const dir = mkdtempSync(join(tmpdir(), 'galley-suggest-'))
        const newest = Date.UTC(2026, 0, 1)
        const workspace = bulkWorkspace('demo', texts.length, () => '')
        for (const [i, post] of workspace.posts.entries()) {
          const { title, content } = texts[i]!
          Object.assign(post.meta, { title })
          post.terms = { title: termsOf(title), content: termsOf(content) }
        }
        writeSnapshot(dir, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
        const snapshots = openSnapshots(dir)
        const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
        const now = newest - Math.min(hidden, texts.length) * day
        const app = createApp({ snapshots, limiter, now: () => now, log: (line) => expect.fail(line) })
        try {
          const visible = texts
            .map((one, number) => ({ ...one, number }))
            .slice(Math.min(hidden, texts.length))
          for (const one of queries) {
            const { json } = await ask(app, 'GET', `/v1/demo/suggest?query=${encodeURIComponent(one)}`)
            expect(json.suggestions, one).toEqual(expectedFor(visible, one))
            for (const { kind, text: word } of json.suggestions) {
              if (kind !== 'word' || word.includes(' ')) continue
              const found = await ask(
                app,
                'GET',
                `/v1/demo/posts?match=all&query=${encodeURIComponent(word)}`,
              )
              expect(found.json.posts.length, word).toBeGreaterThan(0)
              expect(found.headers['X-Search-Corrected']).toBeUndefined()
            }
          }
        } finally {
          snapshots.close()
          rmSync(dir, { recursive: true })
        }
      },
    ),
    { numRuns: tries(60) },
  )
})

/** @param posts newest first */
function expectedFor(posts: readonly (Text & { number: number })[], query: string): unknown[] {
  const tokens = queryTerms(query)
  const last = tokens.at(-1)
  if (last === undefined) return []
  const oldestFirst = posts
    .toReversed()
    .map(({ title, content }) => ({ title: termsOf(title), content: termsOf(content) }))
  const known = oldestFirst.map(({ title, content }) => new Set([...content.terms, ...title.terms]))
  const count = (term: string) => known.filter((terms) => terms.has(term)).length
  const before = [...new Set(tokens.slice(0, -1).map(({ term }) => term))]
  const beginning = fold(query.slice(last.start))
  const all = [...new Set(known.flatMap((terms) => [...terms]))]
    .filter((term) => term.startsWith(beginning) && isCompletable(term))
    .sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const telling = (term: string) => {
    const share = classOf(count(term)) / posts.length
    return -share * Math.log(share)
  }
  const ranked = all.sort((a, b) => telling(b) - telling(a) || classOf(count(b)) - classOf(count(a)))
  const words = (before.length === 0 ? ranked : together(known, before.slice(-3), ranked))
    .map((term) => ({ term, text: query.slice(0, last.start) + spellingOf(oldestFirst, term) }))
    .filter(({ term, text }) => text !== query && !before.includes(term))
    .slice(0, 10)
    .map(({ text }) => ({ kind: 'word', text }))
  const titled = posts.filter(({ title }) => {
    const terms = termsOf(title).terms
    return tokens.every(({ term }) => terms.some((one) => one.startsWith(term)))
  })
  const shown = words.slice(0, Math.max(6, 10 - titled.length))
  const rest = titled.slice(0, 10 - shown.length)
  return [
    ...shown,
    ...rest.map(({ title, number }) => ({ kind: 'post', text: title, slug: `post-${number}` })),
  ]
}

const unspaced =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

function isCompletable(term: string): boolean {
  const turns = [...term].filter((one, i, all) => {
    const [kind, next] = [one, all[i + 1] ?? ''].map((other) =>
      /\p{L}/u.test(other) ? 1 : /\p{N}/u.test(other) ? 2 : 0,
    )
    return kind! + next! === 3 && kind !== 0 && next !== 0
  })
  const isChecksum = turns.length > 2 || (/^[0-9a-f]{7,}$/.test(term) && /\d/.test(term))
  return term.length >= 2 && term.length <= 32 && /\p{L}/u.test(term) && !unspaced.test(term) && !isChecksum
}

/** 1, 2, 3, 4, 6, 8, 12 … */
function classOf(posts: number): number {
  const classes = [1, ...[1, 2, 4, 8].flatMap((one) => [2 * one, 3 * one])]
  return classes.filter((one) => one <= posts).sort((a, b) => b - a)[0]!
}

function together(known: readonly Set<string>[], before: readonly string[], ranked: readonly string[]) {
  const isUnspaced = (term: string) => /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(term)
  const withAll = (has: (terms: Set<string>, term: string) => boolean) =>
    known.filter((terms) => before.every((term) => has(terms, term)))
  const begins = (terms: Set<string>, term: string) => [...terms].some((one) => one.startsWith(term))
  const whole = withAll((terms, term) => (isUnspaced(term) ? begins(terms, term) : terms.has(term)))
  const posts = whole.length > 0 ? whole : withAll(begins)
  if (posts.length === 0) return ranked
  const score = (term: string) => {
    const share = posts.filter((terms) => terms.has(term)).length / posts.length
    return share * Math.log((share * known.length) / known.filter((terms) => terms.has(term)).length)
  }
  return ranked
    .slice(0, 48)
    .filter((term) => posts.some((terms) => terms.has(term)))
    .sort((a, b) => score(b) - score(a))
}

type Terms = ReturnType<typeof termsOf>

/** By majority vote, the oldest post first. */
function spellingOf(posts: readonly { title: Terms; content: Terms }[], term: string): string {
  let leading: string | undefined
  let lead = 0
  for (const { title, content } of posts) {
    const isTitle = !content.terms.includes(term)
    const terms = isTitle ? title : content
    const place = terms.terms.indexOf(term)
    if (place === -1) continue
    const { written = {}, doubtful = {} } = terms
    const spelling = written[place] ?? doubtful[place] ?? term
    const counts = doubtful[place] === undefined && !(isTitle && spelling !== term)
    if (leading === undefined) [leading, lead] = [spelling, counts ? 1 : 0]
    else if (counts && spelling === leading) lead++
    else if (counts && lead > 0) lead--
    else if (counts) [leading, lead] = [spelling, 1]
  }
  return leading!
}
