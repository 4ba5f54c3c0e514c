// Filters, orders and facets by a workspace's own fields, and by dates.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { fieldFile } from '../../snapshot/format/format.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import type { FieldDefinition, PostMeta } from '../../snapshot/types.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { ask } from '../support/ask.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import * as fixture from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { overwrite, partOf } from '../support/sealed.ts'
import { site } from '../support/site.ts'

const post = (publishedAt: string, fields: object, updatedAt = publishedAt) =>
  `---\n${JSON.stringify({ title: 'A post', publishedAt, updatedAt, fields })}\n---\nText.\n`

/** The newest first. */
const files = {
  'demo/workspace.yml': `
url: https://example.org/{slug}
defaults: { category: news, authors: [ada] }
fields:
  level: { type: select, options: [easy, hard, 'easy, then hard', Zürich] }
  minutes: { type: number }
  place: { type: string }
  done: { type: boolean }
  at: { type: date }
  link: { type: url }
  topics: { type: list }
  kinds: { type: list, options: [talk, course] }
  not: { type: number }
`,
  'plain/workspace.yml': 'defaults: { category: news, authors: [ada] }\n',
  'plain/posts/one.md': post('2026-01-01', {}),
  'demo/posts/later.md': post(new Date(fixture.scheduled).toISOString(), {
    ...{ level: 'Zürich', minutes: 1e6, place: 'Secret', done: true, at: '2030-01-01' },
    ...{ link: 'https://example.org/secret', topics: ['secret'], kinds: ['course'], not: 77 },
  }),
  'demo/posts/f.md': post('2026-05-31T23:59:59.999Z', { minutes: 0, topics: [] }),
  'demo/posts/e.md': post('2026-05-01', { level: 'hard', minutes: 10, place: '  ', at: '2026-06-01' }),
  'demo/posts/d.md': post('2026-04-30', {
    ...{ level: 'easy, then hard', minutes: -2.5, place: 'Washington, DC', at: '2026-05-31T23:59:59.999Z' },
  }),
  'demo/posts/c.md': post(
    '2025-12-31T23:00:00Z',
    {
      ...{
        level: 'easy',
        minutes: 10,
        place: 'Bergen',
        done: false,
        at: '2026-05-31',
        kinds: ['talk', 'course'],
      },
      ...{ link: 'https://example.org/c?a=1,2', topics: ['css', 'css', 'Ǆ'] },
    },
    '2026-03-03',
  ),
  'demo/posts/b.md': post('2025-12-31T22:00:00Z', {
    ...{ level: 'Zürich', minutes: 1e-7, place: 'Bergen', done: true, at: '2026-05-30T12:00:00+02:00' },
    ...{ link: 'https://example.org/b', topics: ['html, css', 'css'], kinds: ['talk'], not: 3 },
  }),
  'demo/posts/a.md': post('0001-01-01', {}),
}
const everything = ['f', 'e', 'd', 'c', 'b', 'a']
const but = (...left: string[]) => everything.filter((slug) => !left.includes(slug))

const { app, get, edition } = site({}, files)
const asked = (query: string) => get(`/posts?limit=all&select=slug&${query}`)
const listed = async (query: string) => slugs((await asked(query)).json)
const messages = async (query: string): Promise<string[]> =>
  (await asked(query)).json.details.map(({ message }: { message: string }) => message)

describe('a filter by a field', () => {
  test.each([
    ['fields.level=easy', ['c']],
    ['fields.level=easy,hard', ['e', 'c']],
    ['fields.level=hard&fields.level=easy', ['e', 'c']],
    ['fields.level=easy,%20then%20hard', ['d']],
    ['fields.level=%20easy,%20then%20hard%20&fields.level=easy', ['d', 'c']],
    ['fields.level=Zu%CC%88rich', ['b']],
    ['fields.level.not=easy', but('c')],
    ['fields.level.not=easy,hard', but('c', 'e')],
    ['fields.level.exists=true', ['e', 'd', 'c', 'b']],
    ['fields.level.exists=false', ['f', 'a']],
    ['fields.minutes=10', ['e', 'c']],
    ['fields.minutes=1e1,-2.50', ['e', 'd', 'c']],
    ['fields.minutes=-0', ['f']],
    ['fields.minutes.not=10', but('e', 'c')],
    ['fields.minutes.lt=10', ['f', 'd', 'b']],
    ['fields.minutes.lte=10', ['f', 'e', 'd', 'c', 'b']],
    ['fields.minutes.gt=0', ['e', 'c', 'b']],
    ['fields.minutes.gt=-0', ['e', 'c', 'b']],
    ['fields.minutes.gte=0', ['f', 'e', 'c', 'b']],
    ['fields.minutes.lt=0', ['d']],
    ['fields.minutes.gt=-2.5', ['f', 'e', 'c', 'b']],
    ['fields.minutes.gte=-2.5&fields.minutes.lt=1e-7', ['f', 'd']],
    ['fields.minutes.exists=false', ['a']],
    ['fields.place=Bergen', ['c', 'b']],
    ['fields.place=bergen', []],
    ['fields.place=Washington,%20DC', ['d']],
    ['fields.place=Washington,+DC&fields.place=Bergen', ['d', 'c', 'b']],
    ['fields.place.exists=true', ['d', 'c', 'b']],
    ['fields.done=true', ['b']],
    ['fields.done=true,false', ['c', 'b']],
    ['fields.done.not=true', but('b')],
    ['fields.at=2026-05-31', ['d', 'c']],
    ['fields.at=2026-05-30,2026-06-01T00:00:00Z', ['e', 'b']],
    ['fields.at=2026-05-31T00:00:00Z', ['c']],
    ['fields.at=2026-05-31T02:00:00%2B02:00', ['c']],
    ['fields.at=2026-05-31,2026-05-31T00:00:00Z', ['d', 'c']],
    ['fields.at.not=2026-05-31', but('d', 'c')],
    ['fields.at.lt=2026-05-31', ['b']],
    ['fields.at.lte=2026-05-31', ['d', 'c', 'b']],
    ['fields.at.gt=2026-05-31', ['e']],
    ['fields.at.gt=2026-05-31T00:00:00Z', ['e', 'd']],
    ['fields.at.gte=2026-05-31', ['e', 'd', 'c']],
    ['fields.at.gte=2026-05-30&fields.at.lt=2026-05-31', ['b']],
    ['fields.link=https://example.org/c?a=1,2', ['c']],
    ['fields.topics=css', ['c', 'b']],
    ['fields.topics=html,%20css', ['b']],
    ['fields.topics=%C7%84', ['c']],
    ['fields.topics.not=css', but('c', 'b')],
    ['fields.topics.exists=false', ['f', 'e', 'd', 'a']],
    ['fields.kinds=course,talk', ['c', 'b']],
    ['fields.kinds=course', ['c']],
    ['fields.not=3', ['b']],
    ['fields.not.not=3', but('b')],
    ['fields.level=easy&fields.minutes=10&fields.done=false&category=news', ['c']],
    ['fields.level=easy&fields.minutes=11', []],
    ['fields.level=,&fields.minutes=', everything],
    ['fields=level&field.level=easy&publishedAt=2026-01-01&publishedAt.not=2026&year.gte=2026', everything],
    ['year=2026', ['f', 'e', 'd']],
    ['year=2025,0001', ['c', 'b', 'a']],
    ['month=2026-05', ['f', 'e']],
    ['month=2025-12&month=2026-04', ['d', 'c', 'b']],
    ['year=2026&month=2025-12', []],
    ['publishedAt.gte=2026-04-30&publishedAt.lt=2026-05-31', ['e', 'd']],
    ['publishedAt.lte=2026-05-31&publishedAt.gt=2025-12-31', ['f', 'e', 'd']],
    ['publishedAt.gte=2025-12-31T23:00:00Z&publishedAt.lte=2025-12-31T23:00:00Z', ['c']],
    ['updatedAt.gte=2026-03-01&updatedAt.lt=2026-04-01', ['c']],
  ])('%s keeps what it says', async (query, expected) => {
    const { json } = await asked(query)
    expect(slugs(json)).toEqual(expected)
    expect(json.pagination.totalItems).toBe(expected.length)
  })

  test('is kept by the links to other pages', async () => {
    const { headers, json } = await get(
      '/posts?limit=1&fields.minutes.gte=0&select=slug&fields.level.not=easy',
    )
    expect(headers.Link).toContain(
      '</v1/demo/posts?limit=1&fields.minutes.gte=0&select=slug&fields.level.not=easy&page=3>; rel="last"',
    )
    expect(json.pagination).toMatchObject({ totalItems: 3, totalPages: 3 })
  })

  test('goes with a search', async () => {
    expect(await listed('query=text&fields.minutes=10&sort=relevance')).toEqual(['e', 'c'])
  })

  test('is not for other routes, which name it like any parameter that they do not have', async () => {
    for (const path of ['/categories', '/posts/a', '/feed.xml', '/sitemap.xml']) {
      const { status, headers } = await get(`${path}?fields.none=1&year=x`)
      expect([status, headers['X-Ignored-Parameters']]).toEqual([200, 'fields.none,year'])
    }
  })
})

describe('a filter that is not possible', () => {
  const fields = 'the fields are level, minutes, place, done, at, link, topics, kinds, not.'
  const notFiltered = 'which is not a field that can be filtered;'
  test.each([
    ['fields.levle=easy', `fields.levle names "levle", ${notFiltered} the nearest is level, and ${fields}`],
    [
      'fields.Level.not=easy',
      `fields.Level.not names "Level", ${notFiltered} the nearest is level, and ${fields}`,
    ],
    ['fields.level.x=easy', 'fields.level.x has the operator "x"; a select takes not, exists.'],
    ['fields.level.lt=easy', 'fields.level.lt has the operator "lt"; a select takes not, exists.'],
    ['fields.topics.gt=1', 'fields.topics.gt has the operator "gt"; a list takes not, exists.'],
    [
      'fields.minutes.exist=true',
      'fields.minutes.exist has the operator "exist"; the nearest is exists, and a number takes lt, lte, gt, gte, not, exists.',
    ],
    ['fields.level.not.not=easy', `fields.level.not.not names "level.not", ${notFiltered} ${fields}`],
    ['fields.__proto__=1', `fields.__proto__ names "__proto__", ${notFiltered} ${fields}`],
    ['fields.constructor.not=1', `fields.constructor.not names "constructor", ${notFiltered} ${fields}`],
    [
      'fields.minutes.constructor=1',
      'fields.minutes.constructor has the operator "constructor"; a number takes lt, lte, gt, gte, not, exists.',
    ],
    ['fields.=1', `fields. names "", ${notFiltered} ${fields}`],
    [
      'fields.level=easy,none',
      'fields.level must be one of easy, hard, easy, then hard, Zürich, but is "none".',
    ],
    ['fields.kinds=Talk', 'fields.kinds must be one of talk, course, but is "Talk".'],
    ['fields.minutes=1,5,ten', 'fields.minutes must be a number, such as 5 or 2.5, but is "ten".'],
    ['fields.minutes.lt=1,5', 'fields.minutes.lt must be a number, such as 5 or 2.5, but is "1,5".'],
    ['fields.minutes=1e999', 'fields.minutes must be a number, such as 5 or 2.5, but is "1e999".'],
    ['fields.minutes=Infinity', 'fields.minutes must be a number, such as 5 or 2.5, but is "Infinity".'],
    ['fields.minutes.lt=1&fields.minutes.lt=2', 'fields.minutes.lt is given 2 times; give it once.'],
    ['fields.done=yes', 'fields.done must be true or false, but is "yes".'],
    ['fields.done.exists=1', 'fields.done.exists must be true or false, but is "1".'],
    [
      'fields.at=2026-02-30',
      'fields.at must be a day or a time that exists, such as 2026-05-31 or 2026-05-31T09:00:00Z, but is "2026-02-30".',
    ],
    [
      'publishedAt.gte=2026-13-01',
      'publishedAt.gte must be a day or a time that exists, such as 2026-05-31 or 2026-05-31T09:00:00Z, but is "2026-13-01".',
    ],
    ['year=26', 'year must be a year, such as 2026, but is "26".'],
    ['month=2026-5', 'month must be a month, such as 2026-05, but is "2026-5".'],
    ['month=2026-13', 'month must be a month, such as 2026-05, but is "2026-13".'],
    [
      'sort=fields.topics',
      'sort must be one of relevance, publishedAt, -publishedAt, updatedAt, -updatedAt, fields.level, -fields.level, fields.minutes, -fields.minutes, fields.place, -fields.place, fields.done, -fields.done, fields.at, -fields.at, fields.link, -fields.link, fields.not, -fields.not, but is "fields.topics".',
    ],
    [
      'facets=fields.none',
      'facets names "fields.none", which is not a facet; the facets are category, tags, authors, series, year, month, fields.level, fields.minutes, fields.place, fields.done, fields.at, fields.link, fields.topics, fields.kinds, fields.not.',
    ],
    [
      'facets=category,tags,authors,year,month,fields.level,fields.minutes,fields.place,fields.done',
      'facets names 9 facets; it may name 8.',
    ],
  ])('%s is a 400', async (query, message) => {
    expect(await messages(query)).toEqual([message])
  })

  test('is reported with all others, up to eight filters', async () => {
    expect(await messages('page=0&fields.minutes=x&fields.none=1&year=0')).toHaveLength(3)
    const names = Array.from({ length: 8 }, (_, i) => `fields.none${i}=1`)
    expect(await messages(names.join('&'))).toHaveLength(8)
    expect(await messages(`order=up&${names.join('&')}&year=2026`)).toEqual([
      'order must be one of asc, desc, but is "up".',
      'fields.none0 is one of 9 filters by fields and dates; a request may have 8.',
    ])
  })

  test('of a workspace without fields says so', async () => {
    const one = await ask(app(), 'GET', '/v1/plain/posts?fields.level=easy')
    const message =
      'fields.level names "level", which is not a field that can be filtered; this workspace has none.'
    expect(one.json.details).toEqual([{ field: 'fields.level', message }])
    expect(slugs((await ask(app(), 'GET', '/v1/plain/posts?year=2026')).json)).toEqual(['one'])
  })
})

describe('an order by a field', () => {
  test.each([
    ['fields.minutes', ['d', 'f', 'b', 'e', 'c', 'a']],
    ['-fields.minutes', ['e', 'c', 'b', 'f', 'd', 'a']],
    ['fields.place', ['c', 'b', 'd', 'f', 'e', 'a']],
    ['-fields.place', ['d', 'c', 'b', 'f', 'e', 'a']],
    ['fields.level', ['b', 'c', 'd', 'e', 'f', 'a']],
    ['fields.done', ['c', 'b', 'f', 'e', 'd', 'a']],
    ['-fields.at', ['e', 'd', 'c', 'b', 'f', 'a']],
  ])('%s has posts without a value last, and equal ones newest first', async (sort, expected) => {
    expect(await listed(`sort=${sort}`)).toEqual(expected)
    // One app, which keeps what it has found.
    const one = app()
    for (const page of [1, 2, 3]) {
      const { json } = await ask(one, 'GET', `/v1/demo/posts?select=slug&limit=2&page=${page}&sort=${sort}`)
      expect(slugs(json)).toEqual(expected.slice(2 * page - 2, 2 * page))
    }
  })

  test('has both directions from one app', async () => {
    const one = app()
    const both = ['', '-', ''].map(async (sign) =>
      slugs((await ask(one, 'GET', `/v1/demo/posts?select=slug&year=2026&sort=${sign}fields.minutes`)).json),
    )
    expect(await Promise.all(both)).toEqual([
      ['d', 'f', 'e'],
      ['e', 'f', 'd'],
      ['d', 'f', 'e'],
    ])
  })
})

describe('a facet of a field', () => {
  const counts = async (name: string, query = '') =>
    (await asked(`facets=${name}&${query}`)).json.facets[name].map(
      ({ slug, name, count }: { slug: string; name: string; count: number }) => {
        expect(name).toBe(slug)
        return [slug, count]
      },
    )

  test.each([
    [
      'fields.level',
      [
        ['Zürich', 1],
        ['easy', 1],
        ['easy, then hard', 1],
        ['hard', 1],
      ],
    ],
    [
      'fields.minutes',
      [
        ['10', 2],
        ['-2.5', 1],
        ['0', 1],
        ['1e-7', 1],
      ],
    ],
    [
      'fields.place',
      [
        ['Bergen', 2],
        ['Washington, DC', 1],
      ],
    ],
    [
      'fields.done',
      [
        ['false', 1],
        ['true', 1],
      ],
    ],
    [
      'fields.at',
      [
        ['2026-05-31', 2],
        ['2026-05-30', 1],
        ['2026-06-01', 1],
      ],
    ],
    [
      'fields.topics',
      [
        ['css', 2],
        ['html, css', 1],
        ['Ǆ', 1],
      ],
    ],
    [
      'year',
      [
        ['2026', 3],
        ['2025', 2],
        ['0001', 1],
      ],
    ],
    [
      'month',
      [
        ['2025-12', 2],
        ['2026-05', 2],
        ['0001-01', 1],
        ['2026-04', 1],
      ],
    ],
  ])('%s counts posts by values, and each value finds as many', async (name, expected) => {
    expect(await counts(name)).toEqual(expected)
    for (const [value, count] of expected)
      expect(await listed(`${name}=${encodeURIComponent(value!)}`)).toHaveLength(Number(count))
  })

  test('counts the whole match', async () => {
    expect(await counts('fields.level', 'fields.minutes.gte=10&order=asc')).toEqual([
      ['easy', 1],
      ['hard', 1],
    ])
    expect(await counts('year', 'query=none')).toEqual([])
  })

  test('stands behind those of groups, in the order of the definitions', async () => {
    const { json } = await asked('facets=fields.minutes,month,tags,fields.level,year')
    expect(Object.keys(json.facets)).toEqual(['tags', 'year', 'month', 'fields.level', 'fields.minutes'])
  })
})

test('a scheduled post is in no count, facet or order before its second, and in all of them from then on', async () => {
  const query =
    'fields.minutes.exists=true&sort=-fields.minutes&facets=fields.place,fields.topics,fields.at&select=slug'
  const at = async (now: number) =>
    (await ask(app({ now: () => now }), 'GET', `/v1/demo/posts?${query}`)).text
  expect(await at(fixture.scheduled - 1)).not.toMatch(/secret|later|2030|:6,/i)
  expect(await at(fixture.scheduled)).toMatch(
    /"slug":"later".*"totalItems":6.*Secret.*"2030-01-01".*"secret"/,
  )
})

describe('the entity tag', () => {
  const tag = async (query: string) => (await asked(query)).headers.ETag

  test.each([
    ['fields.level=easy,hard', 'fields.level=hard&fields.level=easy,hard'],
    ['fields.level=easy&fields.minutes.lt=5', 'fields.minutes.lt=5.0&fields.level=%20easy'],
    ['fields.minutes=1,2', 'fields.minutes=2,1e0,2'],
    ['fields.at.gte=2026-05-31', 'fields.at.gte=2026-05-31T00:00:00.000Z'],
    ['fields.at=2026-05-31,2026-05-31T05:00:00Z', 'fields.at=2026-05-31'],
    ['fields.place=a&fields.place=b', 'fields.place=b&fields.place=a&fields.place=a'],
    ['month=2026-05&year=2026', 'year=2026,2026&month=2026-05'],
    ['', 'fields.level=&year=,'],
  ])('of %s is that of %s', async (one, other) => {
    expect(await tag(one)).toBe(await tag(other))
  })

  test('differs wherever requests differ', async () => {
    const operators = ['', '.lt', '.lte', '.gt', '.gte', '.not'].map((one) => `fields.minutes${one}=10`)
    const others = [
      'fields.not=10',
      'fields.minutes.exists=true',
      'fields.minutes.exists=false',
      'year=2026',
      '',
    ]
    const orders = ['sort=fields.minutes', 'sort=-fields.minutes', 'facets=year', 'facets=month']
    const all = [...operators, ...others, ...orders]
    expect(new Set(await Promise.all(all.map(tag))).size).toBe(all.length)
  })
})

/** @param fields of the post with this number */
async function bulkApp<T>(
  count: number,
  definitions: FieldDefinition[],
  fields: (number: number) => PostMeta['fields'],
  use: (get: (query: string) => ReturnType<typeof ask>, folder: string) => Promise<T>,
): Promise<T> {
  const data = mkdtempSync(join(tmpdir(), 'galley-fields-'))
  const bulk = bulkWorkspace('bulk', count, () => '<p>Text.</p>')
  const posts = bulk.posts.map((post, number) => ({
    ...post,
    meta: { ...post.meta, fields: fields(number) },
  }))
  const workspaces = [{ ...bulk, fields: definitions, posts }]
  const { hashes } = writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  const snapshots = openSnapshots(data)
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const one = createApp({ snapshots, limiter, now: () => fixture.now, log: () => {} })
  try {
    return await use((query) => ask(one, 'GET', `/v1/bulk/posts?${query}`), join(data, hashes.get('bulk')!))
  } finally {
    snapshots.close()
    rmSync(data, { recursive: true })
  }
}

const field = (name: string, type: FieldDefinition['type']): FieldDefinition => ({
  name,
  type,
  required: false,
})

describe('a column', () => {
  test('is not read by requests that do not name it', async () => {
    const definitions = [field('a', 'string'), field('b', 'number')]
    await bulkApp(
      20,
      definitions,
      (b) => ({ a: `text ${b}`, b }),
      async (get, folder) => {
        const damaged = [0, 1].map((number) => overwrite(folder, fieldFile(number), (bytes) => bytes.fill(7)))
        for (const query of [
          '',
          'category=news&facets=category,year&sort=updatedAt',
          'publishedAt.gt=2000-01-01',
        ])
          expect((await get(query)).status).toBe(200)
        damaged[1]!()
        damaged[0]!()
        overwrite(folder, fieldFile(1), (bytes) => bytes.fill(7, bytes.length - 8))
        expect(slugs((await get('fields.a=text+3&select=slug')).json)).toEqual(['post-3'])
        expect((await get('fields.b=3')).status).toBe(503)
      },
    )
  })

  test('of ten thousand values finds each, and a facet has a thousand of them', async () => {
    const value = (number: number) => `Wert ${(number * 7919) % 10_000} – ${number % 3 ? '𐐨' : '\uffee'}`
    await bulkApp(
      10_000,
      [field('a', 'string')],
      (number) => ({ a: value(number) }),
      async (get) => {
        for (const number of [0, 1, 4_999, 9_999]) {
          const { json } = await get(`select=slug&${new URLSearchParams({ 'fields.a': value(number) })}`)
          expect(slugs(json)).toEqual([`post-${number}`])
        }
        const { json } = await get('select=slug&facets=fields.a&fields.a.not=none&limit=1')
        expect([json.pagination.totalItems, json.facets['fields.a'].length]).toEqual([10_000, 1_000])
      },
    )
  })

  test('has the beginnings of long texts only, by which they are compared', async () => {
    const long = `${'x'.repeat(255)}${'𐐨'.repeat(500_000)}`
    const texts = [long, `${'x'.repeat(300)}`, 'y']
    await bulkApp(
      3,
      [field('a', 'string'), field('b', 'list')],
      (number) => ({ a: texts[number]!, b: [long, 'z'] }),
      async (get, folder) => {
        expect(partOf(folder, fieldFile(0)).length + partOf(folder, fieldFile(1)).length).toBeLessThan(2_000)
        expect(
          slugs((await get(`select=slug&fields.a=${encodeURIComponent(long.slice(0, 401))}`)).json),
        ).toEqual(['post-0'])
        expect(slugs((await get('select=slug&sort=-fields.a')).json)).toEqual(['post-2', 'post-1', 'post-0'])
        const { json } = await get('select=slug&facets=fields.b')
        expect(json.facets['fields.b'].map(({ slug }: { slug: string }) => slug.length)).toEqual([255, 1])
      },
    )
  })

  test('is there for what is inside of objects and lists, as far as it is bounded', async () => {
    const definitions: FieldDefinition[] = [
      { ...field('venue', 'object'), fields: [field('city', 'string'), field('plan', 'image')] },
      {
        ...field('steps', 'list'),
        fields: [field('at', 'date'), { ...field('in', 'object'), fields: [field('n', 'number')] }],
      },
      { ...field('scores', 'list'), of: { type: 'number', required: false } },
      field('text', 'file'),
    ]
    const fields = (number: number): PostMeta['fields'] => ({
      venue: number === 0 ? null : { city: `City ${number}`, plan: null },
      steps: [
        { at: '2026-01-01T00:00:00.000Z', in: { n: number } },
        { at: null, in: null },
        { in: { n: 10 + number } },
      ],
      scores: [number, 5, number],
      text: null,
    })
    await bulkApp(4, definitions, fields, async (get) => {
      const found = async (query: string) => slugs((await get(`select=slug&${query}`)).json)
      expect(await found('fields.venue.city=City+2')).toEqual(['post-2'])
      expect(await found('fields.venue.city.exists=false')).toEqual(['post-0'])
      expect(await found('fields.steps.in.n.gt=12&fields.steps.at=2026-01-01')).toEqual(['post-3'])
      expect(await found('fields.scores.lt=1')).toEqual(['post-0'])
      expect(await found('sort=-fields.venue.city')).toEqual(['post-3', 'post-2', 'post-1', 'post-0'])
      const { json } = await get('select=slug&facets=fields.scores')
      expect(json.facets['fields.scores'][0]).toEqual({ slug: '5', name: '5', count: 4 })
      const { message } = (await get('fields.venue=x')).json.details[0]
      expect(message).toMatch('the fields are venue.city, steps.at, steps.in.n, scores.')
    })
  })

  test('is there for each field, and none for a workspace without fields', () => {
    const { fields, hash } = edition('demo').workspace
    expect(fields).toHaveLength(9)
    expect(hash).not.toBe(edition('plain').workspace.hash)
  })
})
