// Misspellings: when they are corrected, which words are used instead, and what is reported to a client.
import { describe, expect, test } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { ask } from '../support/ask.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'
import { library, now } from './library.ts'

const { app } = site({}, library(true))
const without = site({}, library(false))

const trees = 'acorn bcorn ccorn dcorn ecorn fcorn gcorn hcorn icorn gcorn blossoms blossomso'.split(' ')
const orchard = site(
  {},
  Object.fromEntries(
    trees.map((word, i) => [
      `demo/posts/p${i}.md`,
      postFile({ title: word, publishedAt: `2026-01-0${1 + (i % 9)}` }, 'Maple.\n'),
    ]),
  ),
)

async function answer(one: App, query: string, rest = '') {
  const reply = await ask(
    one,
    'GET',
    `/v1/demo/posts?limit=all&match=all&query=${encodeURIComponent(query)}${rest}`,
  )
  const header = reply.headers['X-Search-Corrected']
  return { posts: slugs(reply.json), corrected: header?.split(',').map(decodeURIComponent), reply }
}

const asked = (query: string, rest?: string) => answer(app({ now: () => now }), query, rest)

describe('a word that no post has', () => {
  test.each([
    ['with another letter', 'sehemes', ['quotes'], ['schemes']],
    ['with a letter more', 'schemmes', ['quotes'], ['schemes']],
    ['with a letter less', 'shemes', ['quotes'], ['schemes']],
    ['with a letter more in front', 'xsoup', ['recipe'], ['soup']],
    ['with a letter less in front', 'omatoes', ['recipe'], ['tomatoes']],
    ['of four letters', 'soop', ['recipe'], ['soup']],
    ['of four letters, of which the last is wrong', 'souq', ['recipe'], ['soup']],
    ['of four letters, of which the last two are swapped', 'sopu', ['recipe'], ['soup']],
    ['of five letters, of which the first is missing', 'ften', ['quotes'], ['often']],
    ['with two mistakes in eight letters', 'tipograpy', ['recipe'], ['typography']],
    ['with two mistakes next to each other', 'typograyph', ['recipe'], ['typography']],
    ['with two letters that have changed places', 'tomaotes', ['recipe'], ['tomatoes']],
    ["with its first two letters in each other's place", 'cshemes', ['quotes'], ['schemes']],
    ['with another first letter', 'zchemes', ['quotes'], ['schemes']],
    ['among others that posts have', 'mice shemes', ['quotes'], ['schemes']],
    ['in another case and with accents', 'SHÉMES', ['quotes'], ['schemes']],
    ['like a word with accents', 'brulea', ['accents'], ['brulee']],
    ['twice', 'shemes shemes', ['quotes'], ['schemes']],
    ['with three others', 'shemes oftem awrq laad', ['quotes'], ['schemes', 'often', 'awry', 'laid']],
  ])('is found %s', async (_, query, posts, corrected) => {
    expect(await asked(query)).toMatchObject({ posts, corrected })
  })

  test.each([
    ['with two mistakes in fewer than eight letters', 'shemee'],
    ['with three mistakes', 'tipografy'],
    ['of three letters', 'mon'],
    ['of four letters, of which the first is wrong', 'roup'],
    ['of four letters, of which the first two are swapped', 'osup'],
    ['of four letters, of which the first is one too many', 'xmen'],
    ['with a digit', 'v21'],
    ['with a sign', 'node.jz'],
    ['with an apostrophe', "don'z"],
    ['in quotes', '"shemes"'],
    ['in a phrase', '"laid shemes"'],
    ['in Chinese', '认码'],
    ['in Japanese', 'サーパス'],
    ['in Korean', '한국말로'],
    ['with four others', 'shemes oftem awrq laad moce'],
    ['with another that is not to be forgiven', 'shemes xyz'],
    ['with another that nothing is like', 'shemes qqqqqqqqqq'],
    ['with words that posts have, but none together', 'shemes tomatoes'],
  ])('is not forgiven %s', async (_, query) => {
    expect(await asked(query)).toMatchObject({ posts: [], corrected: undefined })
  })

  test('is not tried if a post has all words', async () => {
    expect(await asked('harbour')).toMatchObject({ posts: ['recipe'], corrected: undefined })
    expect(await asked('soup harbours')).toMatchObject({ posts: ['recipe'], corrected: undefined })
  })

  test('leaves words alone that occur in some post', async () => {
    expect(await asked('tomatoes mice')).toMatchObject({ posts: [], corrected: undefined })
  })
})

/** One word per post, none of them near another, and a letter that none of them has. */
const written: [word: string, other: string][] = [
  ['plank', 'q'],
  ['juniper', 'q'],
  ['rhinoceros', 'q'],
  ['крыша', 'щ'],
  ['άνεμος', 'ξ'],
  ['mädchen', 'q'],
]
const oneEach = site(
  {},
  Object.fromEntries(
    written.map(([word], i) => [`demo/posts/p${i}.md`, postFile({ title: `No ${i}` }, `${word}\n`)]),
  ),
)

const kinds: Record<string, (letters: string[], at: number, other: string) => string[]> = {
  'a letter more': (letters, at, other) => letters.toSpliced(at, 0, other),
  'a letter less': (letters, at) => letters.toSpliced(at, 1),
  'another letter': (letters, at, other) => letters.with(at, other),
  'two letters swapped': (letters, at) => {
    const first = Math.min(at, letters.length - 2)
    return letters.toSpliced(first, 2, letters[first + 1]!, letters[first]!)
  },
}

describe('a word of five letters or more', () => {
  test.each(Object.entries(kinds))('is corrected with %s, wherever that is', async (_, change) => {
    for (const [i, [word, other]] of written.entries()) {
      const letters = [...word]
      for (const at of letters.keys()) {
        const typed = change(letters, at, other).join('')
        const { posts, corrected } = await answer(oneEach.app({ now: () => now }), typed)
        expect(posts, typed).toEqual([`p${i}`])
        expect(corrected !== undefined, typed).toBe(!word.startsWith(typed))
      }
    }
  })
})

describe('other filters', () => {
  test('do not cause a query to be corrected', async () => {
    expect(await asked('harbour', '&category=late&excludeTags=x')).toMatchObject({ posts: ['recipe'] })
    expect(await asked('harbour', '&category=early')).toMatchObject({ posts: [], corrected: undefined })
  })

  test('do not keep it from being corrected', async () => {
    expect(await asked('shemes', '&category=early')).toMatchObject({ posts: [], corrected: ['schemes'] })
  })
})

describe('X-Search-Corrected', () => {
  test('names the nearest first, then the most frequent, for each misspelling in turn, and at most eight', async () => {
    const corrected = async (query: string) =>
      (await answer(orchard.app({ now: () => now }), query)).corrected
    expect(await corrected('xcorn')).toEqual('gcorn acorn bcorn ccorn dcorn ecorn fcorn hcorn'.split(' '))
    expect(await corrected('xcorn mapla')).toEqual(
      'gcorn maple acorn bcorn ccorn dcorn ecorn fcorn'.split(' '),
    )
    expect(await corrected('blossomsoz')).toEqual(['blossomso', 'blossoms'])
  })

  test('is encoded, and on a 304, too', async () => {
    const { reply, corrected } = await asked('brulea')
    expect(corrected).toEqual(['brulee'])
    const again = await ask(
      app({ now: () => now }),
      'GET',
      '/v1/demo/posts?limit=all&match=all&query=brulea',
      {
        'if-none-match': reply.headers.ETag!,
      },
    )
    expect(again.status).toBe(304)
    expect(again.headers['X-Search-Corrected']).toBe('brulee')
  })
})

const boats = ['boats', 'boats', 'boat', 'boatsman']
const fleet = site(
  {},
  Object.fromEntries(boats.map((word, i) => [`demo/posts/p${i}.md`, postFile({ title: word }, 'Sea.\n')])),
)

test('a misspelt word and one that its correction begins are both asked for', async () => {
  const one = fleet.app({ now: () => now })
  for (const [query, corrected] of [
    ['boats', undefined],
    ['boatz', ['boats', 'boat']],
  ] as const)
    expect(await answer(one, query), query).toMatchObject({ posts: ['p3', 'p2', 'p1', 'p0'], corrected })
  for (const query of ['boats boatz', 'boatz boats'])
    expect(await answer(one, query), query).toMatchObject({
      posts: ['p2', 'p1', 'p0'],
      corrected: ['boats', 'boat'],
    })
})

describe('a scheduled post', () => {
  const queries = [
    'typograph',
    'typographe',
    'typographer',
    'tomatilo',
    'lighthuose',
    'lighthouze',
    'harbourmastr',
    '认可',
    '認可',
    '"grid layout of"',
    'grid layout',
    'mice',
  ]

  test.each(queries)('does not affect what %s finds, how it is ordered and corrected', async (query) => {
    const other = without.app({ now: () => now })
    for (const sort of ['', '&sort=relevance']) {
      const [a, b] = [await asked(query, sort), await answer(other, query, sort)]
      expect(a.reply.text).toBe(b.reply.text)
      expect(a.corrected).toEqual(b.corrected)
    }
  })

  test('has it from its time on', async () => {
    const later = app({ now: () => Date.UTC(2026, 6, 30) })
    expect(await answer(later, 'tomatilo')).toMatchObject({ posts: ['lighthouse'], corrected: ['tomatillo'] })
    expect(await answer(later, 'typographer')).toMatchObject({
      posts: ['lighthouse', 'recipe'],
      corrected: undefined,
    })
  })
})
