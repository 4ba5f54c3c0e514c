// sort=relevance: the best match first.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { get as getFrom } from '../support/reading.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { postFile, workspace } from '../support/workspace.ts'

const filler = 'Words that say nothing of the matter are here to make a text long. '
const posts: Record<string, [title: string, text: string, category?: string]> = {
  once: ['A day', `${filler.repeat(3)} harbour ${filler.repeat(3)}`],
  short: ['A night', 'harbour, and little more than that at night'],
  title: ['The harbour', filler.repeat(2), 'other'],
  beginning: ['An evening', 'harbours, and little more than that at night'],
  often: ['A noon', `harbour harbour ${filler.repeat(2)}`],
  'twin-a': ['Twins', 'A pair of lanterns.'],
  'twin-b': ['Twins', 'A pair of lanterns.'],
  'twin-old': ['Twins', 'A pair of lanterns.'],
  phrase: ['A phrase', 'lanterns of a pair'],
}

const dates: Record<string, string> = { 'twin-old': '2025-01-01' }

const { get, app } = site(
  {},
  Object.fromEntries(
    Object.entries(posts).map(([slug, [title, text, category = 'news']]) => [
      `demo/posts/${slug}.md`,
      postFile({ title, category, publishedAt: dates[slug] ?? '2026-01-01' }, `${text}\n`),
    ]),
  ),
)

const found = async (query: string) => slugs((await get(`/posts?limit=all&${query}`)).json)
const byDate = ['twin-b', 'twin-a', 'title', 'short', 'phrase', 'once', 'often', 'beginning', 'twin-old']

const walks = site(
  {},
  {
    ...Object.fromEntries(
      ['red ant bee red', 'red ant bee ant', 'ant', 'ant', ...'abcde'].map((text, i) => [
        `ants/posts/a${i}.md`,
        postFile({ title: 'Insects' }, `${text}\n`),
      ]),
    ),
    ...Object.fromEntries(
      ['happiness', 'happiness happle', 'happy'].map((text, i) => [
        `joy/posts/j${i}.md`,
        postFile({ title: 'Joy' }, `${text}\n`),
      ]),
    ),
    'demo/posts/form.md': postFile({ title: 'Gone' }, 'They walked, walking.\n'),
    ...Object.fromEntries(
      ['walkabout', 'walker', 'walkway'].flatMap((word) => [
        [`demo/posts/${word}-title.md`, postFile({ title: word, publishedAt: '2025-01-01' }, `${filler}\n`)],
        [`demo/posts/${word}-text.md`, postFile({ title: 'Away' }, `${filler.repeat(3)} ${word}\n`)],
      ]),
    ),
  },
)

describe('sort=relevance', () => {
  test('puts a title before texts, a whole word before a beginning, a short text before a long one', async () => {
    const best = await found('query=harbour&sort=relevance')
    expect(best).toHaveLength(5)
    expect(best[0]).toBe('title')
    for (const [better, worse] of [
      ['often', 'once'],
      ['short', 'once'],
      ['short', 'beginning'],
    ] as const) {
      expect(best.indexOf(better), `${better} before ${worse}`).toBeLessThan(best.indexOf(worse))
    }
  })

  test('counts what begins like a word, between its forms and behind them', async () => {
    const best = slugs((await walks.get('/posts?limit=all&query=walk&sort=relevance')).json)
    for (const word of ['walkabout', 'walker', 'walkway']) {
      expect(best.indexOf(`${word}-title`), word).toBeLessThan(best.indexOf(`${word}-text`))
    }
  })

  test('counts a word twice that two phrases have', async () => {
    const best = async (query: string) => {
      const target = `/v1/ants/posts?sort=relevance&query=${encodeURIComponent(query)}`
      return slugs((await ask(walks.app(), 'GET', target)).json)
    }
    expect(await best('"red ant bee"')).toEqual(['a0', 'a1'])
    expect(await best('"red ant" "ant bee"')).toEqual(['a1', 'a0'])
  })

  test('counts no word that comes between a beginning and a form', async () => {
    const target = '/v1/joy/posts?sort=relevance&query=happiness'
    expect(slugs((await ask(walks.app(), 'GET', target)).json)).toEqual(['j0', 'j2', 'j1'])
  })

  test('orders equal ones like lists: newest first, then by slug', async () => {
    expect(await found('query=lanterns&sort=relevance')).toEqual(['twin-b', 'twin-a', 'phrase', 'twin-old'])
    expect(await found('query=twins&sort=relevance')).toEqual(['twin-b', 'twin-a', 'twin-old'])
  })

  test('treats scores that differ only by rounding as equal, and no others', async () => {
    // Three equally frequent words, such as once, twice and three times in a text: the same three scores in six orders.
    const lamps = ['123', '124', '135', '148', '235', '279', '389']
    const said = lamps.flatMap((counts, lamp) =>
      ['012', '021', '102', '120', '201', '210'].map((order) =>
        [...order].map((at, i) => `lamp${lamp}${'abc'[i]} `.repeat(Number(counts[Number(at)]))).join(''),
      ),
    )
    const [longer, shorter] = [3_000, 2_999].map(
      (count) => `quay ${Array.from(Array(count).keys()).join(' ')}`,
    )
    const texts = [...said, longer!, shorter!]
    const posts = texts.map((text, i): [string, string] => {
      return [`demo/posts/${i}.md`, postFile({ publishedAt: `2026-01-01T00:${59 - i}:00Z` }, `${text}\n`)]
    })
    const place = await workspace(Object.fromEntries(posts))
    await place.build()
    const foundBy = async (query: string) =>
      slugs(await getFrom(place, `demo/posts?sort=relevance&limit=all&query=${encodeURIComponent(query)}`))
    for (const lamp of lamps.keys()) {
      const equal = [0, 1, 2, 3, 4, 5].map((order) => String(6 * lamp + order))
      expect(await foundBy(`lamp${lamp}`)).toEqual(equal)
      expect(await foundBy(`lamp${lamp}a lamp${lamp}b lamp${lamp}c`)).toEqual(equal)
    }
    expect(await foundBy('quay')).toEqual([String(said.length + 1), String(said.length)])
    place.remove()
  })

  test('has one direction, and overrides order', async () => {
    const best = await found('query=harbour&sort=relevance')
    expect(await found('query=harbour&sort=relevance&order=asc')).toEqual(best)
    const { status, json } = await get('/posts?query=harbour&sort=-relevance')
    expect(status).toBe(400)
    expect(json.details).toMatchObject([{ field: 'sort', message: expect.stringContaining('relevance') }])
  })

  test('is date order without a query', async () => {
    expect(await found('sort=relevance')).toEqual(byDate)
    expect(await found('sort=relevance&query=%20')).toEqual(byDate)
    expect(await found('sort=relevance&query=!!!')).toEqual([])
  })

  test('combines with phrases, corrected misspellings, filters and pages', async () => {
    expect(await found('query=%22of+lanterns%22&sort=relevance')).toEqual(['twin-b', 'twin-a', 'twin-old'])
    for (const misspelt of ['harboor', 'harbuor']) {
      expect(await found(`query=${misspelt}&sort=relevance`)).toEqual(
        await found('query=harbour&sort=relevance'),
      )
    }
    expect(await found('query=harbour&sort=relevance&category=news')).toEqual([
      'short',
      'often',
      'beginning',
      'once',
    ])
    const { json } = await get('/posts?query=harbour&sort=relevance&limit=2&page=2')
    expect(slugs(json)).toEqual(['often', 'beginning'])
    expect(json.pagination).toMatchObject({ totalItems: 5, totalPages: 3 })
  })

  test('is an answer of its own, and gives every later one the same', async () => {
    const one = app()
    const path = '/v1/demo/posts?query=harbour'
    const tags = new Set<string>()
    for (const sort of ['', '&sort=relevance', '&sort=publishedAt', '&sort=relevance', '']) {
      const { headers, json } = await ask(one, 'GET', path + sort)
      tags.add(`${headers.ETag} ${slugs(json)}`)
    }
    expect(tags.size).toBe(3)
  })
})
