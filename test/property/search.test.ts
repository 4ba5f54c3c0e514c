// Words, phrases and corrected misspellings against the obvious: all texts read from beginning to end.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { editionAt } from '../../api/_app/listing/edition.ts'
import type { Match } from '../../api/_app/wire.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { parseSearch, search } from '../../packages/search/index.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { workIn } from '../support/turn.ts'
import { tries } from './tries.ts'
import { edits, isCorrection } from './whole.ts'

const data = mkdtempSync(join(tmpdir(), 'galley-search-'))
afterAll(() => rmSync(data, { recursive: true }))

interface Post {
  title: string[]
  content: string[]
}
/** A word, or a phrase. */
type Wanted = string | string[]

const word = fc.constantFrom(
  'a',
  'an',
  'ant',
  'bear',
  'bears',
  'beard',
  'elephant',
  'elephants',
  'hippopotamus',
)
const text = fc.array(word, { maxLength: 9 })
const posts = fc.array(fc.record({ title: text, content: text }), { minLength: 1, maxLength: 9 })
const misspelt = fc.constantFrom(
  'bexr',
  'pear',
  'bea',
  'aants',
  'elefant',
  'elefahnt',
  'hipopotamos',
  'zzzz',
  'zz',
  'ean',
)
const wanted: fc.Arbitrary<Wanted> = fc.oneof(
  { weight: 3, arbitrary: word },
  { weight: 2, arbitrary: misspelt },
  { weight: 3, arbitrary: fc.array(word, { minLength: 1, maxLength: 4 }) },
)

function has(post: Post, one: Wanted, near: (known: string, asked: string) => boolean): boolean {
  const fields = [post.title, post.content]
  if (typeof one === 'string') return fields.flat().some((known) => near(known, one))
  return fields.some((field) => field.some((_, at) => one.every((known, i) => field[at + i] === known)))
}

function expected(list: readonly Post[], query: readonly Wanted[]): number[] {
  const begins = (known: string, asked: string) => known.startsWith(asked)
  const matching = (near: typeof begins) =>
    list.flatMap((post, i) => (query.every((one) => has(post, one, near)) ? [i] : []))
  const exact = matching(begins)
  if (exact.length > 0) return exact
  const missing = query.flatMap((one) =>
    typeof one === 'string' && !list.some((post) => has(post, one, begins)) ? [one] : [],
  )
  const corrected = new Set(missing)
  if (new Set(query).size === 1 && corrected.size === 1) return asTyped(list, missing[0]!, expected)
  if (corrected.size > 4 || missing.some((one) => edits(one) === 0)) return []
  return matching((known, asked) =>
    corrected.has(asked) ? isCorrection(known, asked) : known.startsWith(asked),
  )
}

/** A single word that no post has finds what each of its corrections finds, which are fewer than eight here. */
function asTyped(list: readonly Post[], word: string, find: typeof expected): number[] {
  const known = new Set(list.flatMap(({ title, content }) => [...title, ...content]))
  const corrections = [...known].filter((other) => edits(word) > 0 && isCorrection(other, word))
  return inOrder(corrections.flatMap((other) => find(list, [other])))
}

const inOrder = (places: readonly number[]) => [...new Set(places)].sort((a, b) => a - b)

/** Runs each query against posts whose newest are scheduled. @param model its `expected` returns places in a list of posts */
async function compare<P, Q>(
  list: readonly P[],
  scheduled: number,
  queries: readonly Q[],
  model: {
    textsOf: (post: P) => { title: string; content: string }
    match: Match
    typed: (query: Q) => string
    expected: (visible: readonly P[], query: Q) => number[]
  },
): Promise<void> {
  const workspace = bulkWorkspace('w', list.length, () => '')
  for (const [i, post] of list.entries()) {
    const { title, content } = model.textsOf(post)
    workspace.posts[i]!.terms = { title: termsOf(title), content: termsOf(content) }
  }
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(data)
  const lease = snapshots.lease('w')
  const first = Math.min(scheduled, list.length)
  const now = workspace.posts[first]?.publishedAt ?? 0
  try {
    const edition = editionAt(lease.workspace, now)
    for (const query of queries) {
      const typed = model.typed(query)
      const found = model.expected(list.slice(first), query).map((i) => first + i)
      expect(
        [...(await search(edition.search, parseSearch(typed), model.match, workIn(edition))).posts],
        typed,
      ).toEqual(found)
    }
  } finally {
    lease.release()
    snapshots.close()
  }
}

test('a search finds what reading finds, and nothing in scheduled posts', async () => {
  const asked = fc.array(fc.array(wanted, { minLength: 1, maxLength: 4 }), { minLength: 25, maxLength: 25 })
  const model = {
    textsOf: ({ title, content }: Post) => ({ title: title.join(' '), content: content.join(' ') }),
    match: 'all' as const,
    typed: (query: Wanted[]) =>
      query.map((one) => (typeof one === 'string' ? one : `"${one.join(' ')}"`)).join(' '),
    expected,
  }
  await fc.assert(
    fc.asyncProperty(posts, fc.nat(3), asked, (list, scheduled, queries) =>
      compare(list, scheduled, queries, model),
    ),
    { numRuns: tries(30) },
  )
})

/** Posts that have some of the words: at least one that fewer than a third have, if there is such a word. */
function expectedOfAny(list: readonly Post[], query: readonly Wanted[]): number[] {
  const begins = (known: string, asked: string) => known.startsWith(asked)
  const having = (one: Wanted, near: typeof begins) =>
    list.flatMap((post, i) => (has(post, one, near) ? [i] : []))
  const phrases = query.filter((one) => typeof one !== 'string')
  if (phrases.length > 0) {
    return list.flatMap((post, i) => (phrases.every((one) => has(post, one, begins)) ? [i] : []))
  }
  const words = [...new Set(query as string[])]
  const missing = words.filter((word) => having(word, begins).length === 0 && edits(word) > 0).slice(0, 4)
  if (words.length === 1 && missing.length === 1) return asTyped(list, words[0]!, expectedOfAny)
  const isRare = (found: readonly number[]) => 3 * found.length < list.length
  const all = words.map((word) => {
    if (missing.includes(word)) return having(word, isCorrection)
    return having(word, begins)
  })
  const distinguishing = all.map((found, i) => {
    const whole = having(words[i]!, (known) => known === words[i])
    return [found, whole].find(isRare) ?? []
  })
  const chosen = distinguishing.some((found) => found.length > 0) ? distinguishing : all
  return inOrder(chosen.flat())
}

test.each<Match>(['any', 'auto'])('a search with match=%s finds what reading finds', async (match) => {
  const asked = fc.array(fc.array(wanted, { minLength: 1, maxLength: 4 }), { minLength: 25, maxLength: 25 })
  const model = {
    textsOf: ({ title, content }: Post) => ({ title: title.join(' '), content: content.join(' ') }),
    match,
    typed: (query: Wanted[]) =>
      query.map((one) => (typeof one === 'string' ? one : `"${one.join(' ')}"`)).join(' '),
    expected(visible: readonly Post[], query: Wanted[]) {
      const all = match === 'any' ? [] : expected(visible, query)
      return all.length > 0 ? all : expectedOfAny(visible, query)
    },
  }
  await fc.assert(
    fc.asyncProperty(posts, fc.nat(3), asked, (list, scheduled, queries) =>
      compare(list, scheduled, queries, model),
    ),
    { numRuns: tries(30) },
  )
})

/** A text, or words in quotes, symbol by symbol: whether each is written together with the one before. */
type Symbols = { symbol: string; isJoined: boolean }[]

/** A word counts as one symbol. */
function symbolsOf(words: readonly string[]): Symbols {
  return words.flatMap((one) => {
    const symbols = /[a-z]/.test(one) ? [one] : [...one]
    return symbols.map((symbol, i) => ({ symbol, isJoined: i > 0 }))
  })
}

/** Whether symbols follow each other in a text, those without a space between that were asked for so. */
function occurs(text: Symbols, asked: Symbols): boolean {
  return text.some((_, at) =>
    asked.every(({ symbol, isJoined }, i) => {
      const found = text[at + i]
      return found?.symbol === symbol && (!isJoined || found.isJoined)
    }),
  )
}

test('a search finds the Chinese characters that reading finds, together or apart', async () => {
  // Two of the characters begin more pairs than are read one by one.
  const character = fc.constantFrom(...'甲甲甲甲甲甲乙乙乙乙丙丁戊己庚辛壬癸子丑')
  const run = fc.array(character, { minLength: 1, maxLength: 4 }).map((symbols) => symbols.join(''))
  const written = fc.array(fc.oneof({ weight: 4, arbitrary: run }, fc.constantFrom('x', 'y')), {
    maxLength: 12,
  })
  const some = fc.array(fc.oneof({ weight: 4, arbitrary: run }, fc.constantFrom('x', 'y')), {
    minLength: 1,
    maxLength: 3,
  })
  const list = fc.array(fc.record({ title: written, content: written }), { minLength: 1, maxLength: 9 })
  const asked = fc.array(fc.record({ words: some, isQuoted: fc.boolean() }), { minLength: 40, maxLength: 40 })
  const model = {
    textsOf: ({ title, content }: Post) => ({ title: title.join(' '), content: content.join(' ') }),
    match: 'all' as const,
    typed: ({ words, isQuoted }: { words: string[]; isQuoted: boolean }) =>
      isQuoted ? `"${words.join(' ')}"` : words.join(' '),
    expected(visible: readonly Post[], { words, isQuoted }: { words: string[]; isQuoted: boolean }) {
      const symbols = symbolsOf(words)
      // Without quotes each pair of neighbours may be anywhere, and so may a character by itself.
      const pieces = symbols.flatMap((one, i) => {
        const before = symbols[i - 1]
        if (one.isJoined) return [[{ ...before!, isJoined: false }, one]]
        return symbols[i + 1]?.isJoined ? [] : [[one]]
      })
      return visible.flatMap((post, i) => {
        const fields = [symbolsOf(post.title), symbolsOf(post.content)]
        const has = (piece: Symbols) => fields.some((field) => occurs(field, piece))
        return (isQuoted ? has(symbols) : pieces.every(has)) ? [i] : []
      })
    },
  }
  await fc.assert(
    fc.asyncProperty(list, fc.nat(2), asked, (posts, scheduled, queries) =>
      compare(posts, scheduled, queries, model),
    ),
    { numRuns: tries(60) },
  )
})
