// Queries with a word too many: which posts have enough of the others, and what is reported to a client.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

/** Newest first; all but the last have "the" and "boat". */
const texts: Record<string, [title: string, text: string, category?: string]> = {
  soon: ['Soon', 'The kraken, the boat, and an anchor.'],
  keel: ['The keel', 'Of the boat, and how to paint it.', 'craft'],
  sail: ['The sail', 'Of the boat: mending, and an anchor for a keel.', 'craft'],
  rope: ['The rope', 'Of the boat, boating.'],
  deck: ['The deck', 'Of the boat.'],
  mast: ['The mast', 'Of the boat.'],
  galley: ['The galley', 'Of the boat, where "the soup pot" stands.'],
  shore: ['A shore', 'Sand and anchor chains.'],
}
/** A third have the word or a form of it, or begin so; two have the whole word or a form. */
const happy = ['happyish', 'happyland', 'happy', 'happiness', 'walking', 'plain', 'sober', ...'abcde']
const now = Date.UTC(2026, 4, 31)
/** Words of eight letters, two of them not `q`. */
const near = [...'abcdefghij'].flatMap((one) =>
  [...'abcdefghij'].flatMap((other) =>
    [1, 2, 3, 4, 5, 6, 7].map((at) => `${one}${'q'.repeat(at - 1)}${other}${'q'.repeat(7 - at)}`),
  ),
)
const { app } = site(
  {},
  {
    'near/posts/older.md': postFile({ publishedAt: '2026-05-01' }, near.slice(0, 630).join(' ')),
    'near/posts/newer.md': postFile({ publishedAt: '2026-05-02' }, near.slice(630).join(' ')),
    ...Object.fromEntries(
      happy.map((text, i) => [`happy/posts/h${i}.md`, postFile({ publishedAt: `2026-05-${30 - i}` }, text)]),
    ),
    ...Object.fromEntries(
      Object.entries(texts).map(([slug, [title, text, category = 'news']], i) => [
        `demo/posts/${slug}.md`,
        postFile(
          { title, category, publishedAt: slug === 'soon' ? '2026-07-01' : `2026-05-${20 - i}` },
          text,
        ),
      ]),
    ),
  },
)

async function asked(query: string, parameters = '') {
  const target = `/v1/demo/posts?limit=all&query=${encodeURIComponent(query)}${parameters}`
  const { headers, json } = await ask(app({ now: () => now }), 'GET', target)
  expect(headers['X-Search-Omitted']?.split(',').map(decodeURIComponent) ?? []).toEqual(
    json.search?.omitted ?? [],
  )
  return { posts: slugs(json), search: json.search, total: json.pagination.totalItems }
}

const any = { match: 'any', corrected: [], omitted: [], partial: false }

describe('a query that no post matches in full', () => {
  test.each([
    ['one that no post has', 'keel kubernetes', ['keel', 'sail'], ['kubernetes']],
    ['words that no post has together', 'mast sail', ['sail', 'mast'], []],
    [
      'words that nearly all have',
      'the boat keel kubernetes',
      ['keel', 'sail'],
      ['the', 'boat', 'kubernetes'],
    ],
    ['words that begin others', 'pai sho', ['keel', 'shore'], []],
    ['words in another script', 'keel 认证', ['keel', 'sail'], ['认证']],
  ])('finds posts by the others: %s', async (_, query, posts, omitted) => {
    const found = await asked(query)
    expect([...found.posts].sort()).toEqual([...posts].sort())
    expect(found.search).toEqual({ ...any, omitted })
    expect(found.total).toBe(posts.length)
  })

  test('finds posts by words that nearly all have if there are no others', async () => {
    const { posts, search } = await asked('the sand boat', '&match=any')
    expect([posts, search?.omitted]).toEqual([['shore'], ['the', 'boat']])
    const frequent = await asked('the boat kubernetes')
    expect(frequent.posts).toHaveLength(6)
    expect(frequent.search.omitted).toEqual(['kubernetes'])
  })

  test('is corrected if no post has a word', async () => {
    const { posts, search } = await asked('ancohr sand keel')
    expect(posts[0]).toBe('shore')
    expect(search).toEqual({ ...any, corrected: ['anchor'] })
    const all = await asked('ancohr sand')
    expect([all.posts, all.search]).toEqual([['shore'], { ...any, match: 'all', corrected: ['anchor'] }])
  })

  test('is corrected in at most four words, and the others are left out', async () => {
    const { posts, search } = await asked('ancohr shroe mendnig siup pont')
    expect(posts).toEqual(expect.arrayContaining(['shore', 'sail', 'galley']))
    expect(search).toMatchObject({ corrected: ['anchor', 'shore', 'mending', 'soup'], omitted: ['pont'] })
  })

  test('finds nothing only if no word occurs, and then reports no omissions', async () => {
    expect(await asked('kubernetes qqqqqqqq')).toEqual({ posts: [], search: undefined, total: 0 })
    expect(await asked('kraken qqqqqqqq')).toEqual({ posts: [], search: undefined, total: 0 })
  })

  test('comes best first, unless an order is asked for', async () => {
    const query = 'anchor chains keel'
    expect((await asked(query)).posts).toEqual(['shore', 'sail', 'keel'])
    expect((await asked(query, '&sort=relevance')).posts).toEqual(['shore', 'sail', 'keel'])
    expect((await asked(query, '&sort=-publishedAt')).posts).toEqual(['keel', 'sail', 'shore'])
    expect((await asked(query, '&order=desc')).posts).toEqual(['keel', 'sail', 'shore'])
    expect((await asked(query, '&order=asc')).posts).toEqual(['shore', 'sail', 'keel'])
  })

  test('is not decided by the other filters', async () => {
    expect((await asked('anchor sail', '&category=news')).posts).toEqual([])
    const { posts, search } = await asked('sand keel', '&category=news')
    expect([posts, search]).toEqual([['shore'], any])
  })

  test('marks what was found, except words that are everywhere', async () => {
    const target = `/v1/demo/posts?query=${encodeURIComponent('the keel of kubernetes')}&highlight=true&select=slug`
    const { json } = await ask(app({ now: () => now }), 'GET', target)
    expect(json.posts[0].highlights.title).toBe('The <mark>keel</mark>')
  })
})

test('a word that is common as a beginning is found whole, in all of its forms', async () => {
  const find = async (query: string) => {
    const { json } = await ask(app({ now: () => now }), 'GET', `/v1/happy/posts?query=${query}`)
    return [slugs(json).sort(), json.search?.omitted]
  }
  expect(await find('happy')).toEqual([['h0', 'h1', 'h2', 'h3'], undefined])
  expect(await find('happy+sober')).toEqual([['h2', 'h3', 'h6'], []])
  // Posts that have another form of a word have that word.
  expect(await find('walked+sober')).toEqual([['h4', 'h6'], []])
})

test('of very many words that are as close, those of the oldest posts are looked up', async () => {
  const { json } = await ask(app({ now: () => now }), 'GET', '/v1/near/posts?query=qqqqqqqq')
  expect([slugs(json), json.search.partial]).toEqual([['older'], true])
  const few = await ask(app({ now: () => now }), 'GET', `/v1/near/posts?query=x${near.at(-1)}`)
  expect(slugs(few.json)).toContain('newer')
})

describe('words in quotes', () => {
  test('are required, and the others only order the posts', async () => {
    expect(await asked('"soup pot" keel')).toMatchObject({ posts: ['galley'], search: any })
    expect(await asked('"pot soup" keel')).toEqual({ posts: [], search: undefined, total: 0 })
    expect(await asked('"soup pot" kubernetes')).toMatchObject({ search: { omitted: ['kubernetes'] } })
    expect(await asked('"soup pot" kubernetes', '&match=any')).toMatchObject({ posts: ['galley'] })
    expect(await asked('"soup pot" "keel"', '&match=any')).toMatchObject({ posts: [] })
  })
})

describe('match', () => {
  test('all finds only posts with every word', async () => {
    expect(await asked('keel kubernetes', '&match=all')).toEqual({ posts: [], search: undefined, total: 0 })
    expect((await asked('anchor keel', '&match=all')).posts).toEqual(['sail'])
    const corrected = await asked('ancohr keel', '&match=all')
    expect(corrected.search).toEqual({ ...any, match: 'all', corrected: ['anchor'] })
  })

  test('any finds posts with some of them straight away, best first', async () => {
    const { posts, search } = await asked('anchor keel', '&match=any')
    expect([posts.toSorted(), search]).toEqual([['keel', 'sail', 'shore'], undefined])
    const oldestFirst = await asked('anchor keel', '&match=any&sort=publishedAt')
    expect(oldestFirst.posts).toEqual(['shore', 'sail', 'keel'])
  })

  test('auto is the default', async () => {
    for (const query of ['anchor keel', 'keel kubernetes', 'ancohr', '!!!']) {
      expect(await asked(query, '&match=auto')).toEqual(await asked(query))
    }
    expect((await asked('anchor keel')).posts).toEqual(['sail'])
  })

  test('changes nothing without a query, and must be one of the three', async () => {
    const one = app({ now: () => now })
    const plain = await ask(one, 'GET', '/v1/demo/posts')
    expect((await ask(one, 'GET', '/v1/demo/posts?match=any')).headers.ETag).toBe(plain.headers.ETag)
    const { status, json } = await ask(one, 'GET', '/v1/demo/posts?query=x&match=some')
    expect([status, json.details[0].field]).toEqual([400, 'match'])
  })
})
