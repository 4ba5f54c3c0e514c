// Listings compared with the slow, obvious model, and what must hold while scheduled posts appear.
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/read/snapshots.ts'
import { ask } from '../support/ask.ts'
import {
  type ModelFilter,
  type ModelPost,
  modelFacet,
  modelFields,
  modelList,
  type Parameters,
} from '../support/model.ts'
import { workspace } from '../support/workspace.ts'
import { fixed, tries } from './tries.ts'

const day = 86_400_000
const epoch = Date.UTC(2026, 0, 1)
const categories = ['news', 'guides', 'notes']
const tags = ['js', 'css', 'git', 'ops']
const authors = ['ada', 'bo']
/** No two are close enough for one to be taken for a misspelling of the other, which the model does not handle. */
const vocabulary = [
  'node',
  'release',
  'stream',
  'streaming',
  'url',
  'the',
  'theory',
  'fix',
  'prefix',
  'Zürich',
  'v2',
]

const prose = fc
  .array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 8 })
  .map((list) => list.join(' '))

/** Only a few dates, so that ties are common. */
const date = fc.nat(6).map((days) => epoch + days * day)

/** Few values of each field, so that many are equal. */
const values = {
  level: fc.constantFrom('easy', 'hard', 'mad'),
  minutes: fc.constantFrom(-1, 0, 0.5, 4, 1e21),
  place: fc.constantFrom('Bergen', 'Washington, DC', 'é', '\uffee', '𐐨'),
  done: fc.boolean(),
  at: fc.oneof(
    date,
    date.map((time) => time + 5_000),
  ),
  link: fc.constantFrom('https://example.org/a', 'https://example.org/b?c=d,e&f'),
}
const fields = fc.record(
  {
    ...values,
    topics: fc.array(values.place, { maxLength: 3 }),
    kinds: fc.subarray(['talk', 'course']),
  },
  { requiredKeys: [] },
)

/** A filter that is possible. */
const filter: fc.Arbitrary<ModelFilter> = fc
  .constantFrom(
    ...(Object.keys(modelFields) as (keyof typeof modelFields)[]),
    'publishedAt',
    'updatedAt',
    'year',
    'month',
  )
  .chain((field): fc.Arbitrary<ModelFilter> => {
    const some = (one: fc.Arbitrary<string | number | boolean>) =>
      fc.array(one, { minLength: 1, maxLength: 3 })
    if (field === 'year') return fc.constantFrom('2026', '2025').map((year) => ({ field, values: [year] }))
    if (field === 'month')
      return some(fc.constantFrom('2026-01', '2025-12')).map((values) => ({ field, values }))
    const isDate = field === 'at' || field === 'publishedAt' || field === 'updatedAt'
    const isOrdered = isDate || field === 'minutes'
    const day = date.map((time) => new Date(time).toISOString().slice(0, 10))
    const own =
      field === 'topics'
        ? values.place
        : field === 'kinds'
          ? fc.constantFrom('talk', 'course')
          : isDate
            ? fc.oneof(values.at, day)
            : values[field]
    const order = fc.record({
      field: fc.constant(field),
      operator: fc.constantFrom('lt' as const, 'lte' as const, 'gt' as const, 'gte' as const),
      values: fc.tuple(own),
    })
    if (field === 'publishedAt' || field === 'updatedAt') return order
    return fc.oneof(
      ...(isOrdered ? [order] : []),
      some(own).map((values) => ({ field, values })),
      some(own).map((values) => ({ field, operator: 'not' as const, values })),
      fc.boolean().map((exists) => ({ field, operator: 'exists' as const, values: [exists] })),
    )
  })

/** Filters with different names: each is given once. */
const filters = fc.uniqueArray(filter, {
  maxLength: 3,
  selector: ({ field, operator }) => `${field} ${operator}`,
})

function parametersOf(all: readonly ModelFilter[]): [string, string][] {
  return all.flatMap(({ field, operator, values }) => {
    const isOwn = field in modelFields
    const name = [...(isOwn ? ['fields'] : []), field, ...(operator ? [operator] : [])].join('.')
    const isDate = field === 'at' || field === 'publishedAt' || field === 'updatedAt'
    return values.map((value): [string, string] => [
      name,
      isDate && typeof value === 'number' ? new Date(value).toISOString() : String(value),
    ])
  })
}

const posts: fc.Arbitrary<ModelPost[]> = fc
  .array(
    fc.record({
      title: prose,
      text: prose,
      publishedAt: date,
      updatedAt: date,
      featured: fc.boolean(),
      draft: fc.boolean().map((bit) => bit),
      category: fc.constantFrom(...categories),
      tags: fc.subarray(tags),
      authors: fc.subarray(authors, { minLength: 1 }),
      fields,
    }),
    { maxLength: 24 },
  )
  .map((list) => list.map((post, i) => ({ ...post, draft: post.draft && i % 4 === 0, slug: slugOf(i) })))

/** Slugs whose code point order is not the order they were made in. */
function slugOf(i: number): string {
  return `p${(i * 7) % 31}-${i}`
}

const some = (list: string[]) =>
  fc.subarray([...list, 'unknown'], { minLength: 1 }).map((slugs) => slugs.join())
const parameters: fc.Arbitrary<Parameters> = fc.record(
  {
    limit: fc.oneof(fc.constant('all'), fc.integer({ min: 1, max: 30 }).map(String)),
    page: fc.integer({ min: 1, max: 4 }).map(String),
    order: fc.constantFrom('asc', 'desc'),
    sort: fc.constantFrom('publishedAt', '-publishedAt', 'updatedAt', '-updatedAt'),
    category: fc.constantFrom(...categories, 'unknown'),
    categories: some(categories),
    excludeCategories: some(categories),
    tags: some(tags),
    tagsMatch: fc.constantFrom('any', 'all'),
    excludeTags: some(tags),
    featured: fc.constantFrom('true', 'false'),
    author: fc.constantFrom(...authors, 'nobody'),
    query: fc
      .array(fc.constantFrom(...vocabulary, 'str', 'THE', 'zur', 'pre', 'nothing'), {
        minLength: 1,
        maxLength: 3,
      })
      .map((list) => list.join(' ')),
  },
  { requiredKeys: [] },
)

function markdown(post: ModelPost): string {
  const { text, slug: _, draft, publishedAt, updatedAt, ...meta } = post
  const front = {
    ...meta,
    status: draft ? 'draft' : 'published',
    publishedAt: new Date(publishedAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    ...(meta.fields?.at !== undefined && {
      fields: { ...meta.fields, at: new Date(Number(meta.fields.at)).toISOString() },
    }),
  }
  return `---\n${JSON.stringify(front)}\n---\n\n${text}\n`
}

function filesOf(list: readonly ModelPost[]): Record<string, string> {
  return Object.fromEntries(list.map((post) => [`w/posts/${post.slug}.md`, markdown(post)]))
}

const opened: { close(): void }[] = []
afterEach(() => {
  for (const one of opened.splice(0)) one.close()
})

async function appOf(files: Record<string, string>, clock: { now: number }) {
  const place = await workspace({
    'w/workspace.yml': JSON.stringify({ name: 'W', fields: modelFields }),
    ...files,
  })
  const { problems } = await place.build()
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
  const snapshots: Snapshots = openSnapshots(`${place.out}/data`)
  opened.push({
    close() {
      snapshots.close()
      place.remove()
    },
  })
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const lines: string[] = []
  return createApp({ snapshots, limiter, now: () => clock.now, log: (line) => lines.push(line) })
}

function target(parameters: Parameters): string {
  return `/v1/w/posts?${new URLSearchParams({ select: 'slug', match: 'all', ...parameters })}`
}

function slugsOf(json: { posts: { slug: string }[] }): string[] {
  return json.posts.map(({ slug }) => slug)
}

describe('a list of posts', () => {
  test('contains what the model contains, for any combination of filters at any time', async () => {
    await fc.assert(
      fc.asyncProperty(
        posts,
        fc.array(parameters, { minLength: 30, maxLength: 30 }),
        date,
        async (list, asked, now) => {
          const app = await appOf(filesOf(list), { now })
          for (const one of asked) {
            const expected = modelList(list, one, now)
            const reply = await ask(app, 'GET', target(one))
            expect(reply.status, target(one)).toBe(expected.status)
            if (expected.status === 400) continue
            expect(slugsOf(reply.json), target(one)).toEqual(expected.slugs)
            const { totalItems, totalPages } = expected
            expect(reply.json.pagination, target(one)).toMatchObject({ totalItems, totalPages })
          }
        },
      ),
      { numRuns: tries(20) },
    )
  })

  test('contains and counts what the model does, for any filters by fields and dates, in any order', async () => {
    const sorts = ['minutes', 'place', 'done', 'level', 'link'].flatMap((name) => [
      `fields.${name}`,
      `-fields.${name}`,
    ])
    const request = fc.record({
      filters,
      sort: fc.option(fc.constantFrom(...sorts, 'updatedAt'), { nil: undefined }),
      facet: fc.constantFrom(...(Object.keys(modelFields) as (keyof typeof modelFields)[]), 'year' as const),
    })
    const several = fc.array(request, { minLength: 40, maxLength: 40 })
    await fc.assert(
      fc.asyncProperty(posts, several, date, async (list, requests, now) => {
        const app = await appOf(filesOf(list), { now })
        for (const { filters, sort, facet } of requests) {
          const parameters: Parameters = { limit: 'all', ...(sort && { sort }) }
          const { slugs } = modelList(list, parameters, now, filters)
          const facetName = facet === 'year' ? facet : `fields.${facet}`
          const query = new URLSearchParams([
            ...Object.entries({ ...parameters, select: 'slug', facets: facetName }),
            ...parametersOf(filters),
          ])
          const { json } = await ask(app, 'GET', `/v1/w/posts?${query}`)
          expect(slugsOf(json), String(query)).toEqual(slugs)
          const matching = list.filter(({ slug }) => slugs.includes(slug))
          const counts = json.facets[facetName].map(({ slug, count }: { slug: string; count: number }) => [
            slug,
            count,
          ])
          expect(new Map(counts), String(query)).toEqual(new Map(modelFacet(matching, facet)))
          expect(counts.map(([, count]: [string, number]) => count)).toEqual(
            modelFacet(matching, facet).map(([, count]) => count),
          )
        }
      }),
      { numRuns: tries(20) },
    )
  })

  test('has every post exactly once across its pages, of any size and in both orders', async () => {
    await fc.assert(
      fc.asyncProperty(posts, fc.integer({ min: 1, max: 9 }), async (list, limit) => {
        const app = await appOf(filesOf(list), { now: epoch + 30 * day })
        for (const order of ['asc', 'desc']) {
          const seen: string[] = []
          let page: number | null = 1
          while (page !== null) {
            const { json } = await ask(
              app,
              'GET',
              `/v1/w/posts?select=slug&limit=${limit}&page=${page}&order=${order}`,
            )
            seen.push(...slugsOf(json))
            page = json.pagination.nextPage
          }
          expect(seen).toEqual(
            modelList(list, { limit: 'all', order: order as 'asc' }, epoch + 30 * day).slugs,
          )
          expect(new Set(seen).size).toBe(list.filter(({ draft }) => !draft).length)
        }
      }),
      { numRuns: tries(15) },
    )
  })
})

describe('a scheduled post', () => {
  const routes = [
    '/v1/w/posts',
    '/v1/w/posts?limit=all&format=text',
    '/v1/w/posts?query=node',
    '/v1/w/posts?query=release&limit=3',
    '/v1/w/posts?query=node&sort=relevance',
    '/v1/w/posts?query=the+str&sort=relevance&limit=2',
    '/v1/w/posts?query=strean&sort=relevance',
    '/v1/w/posts?query=nide+fixx',
    '/v1/w/posts?query=%22node+release%22',
    '/v1/w/posts?sort=updatedAt',
    '/v1/w/posts?author=ada',
    '/v1/w/posts?tags=js,css',
    '/v1/w/posts?facets=year,fields.level,fields.topics,fields.at,fields.minutes&sort=-fields.minutes',
    '/v1/w/posts?fields.minutes.gte=0&fields.done.not=true&facets=month,fields.place&sort=fields.place',
    '/v1/w/categories',
    '/v1/w/tags',
    '/v1/w/authors',
    ...categories.map((slug) => `/v1/w/categories/${slug}`),
    ...tags.map((slug) => `/v1/w/tags/${slug}`),
    ...authors.map((slug) => `/v1/w/authors/${slug}`),
  ]

  test('leaves no trace before its time: replies equal those of a build without it, except for the snapshot id', async () => {
    await fc.assert(
      fc.asyncProperty(posts, date, async (list, now) => {
        const visible = list.filter(({ publishedAt }) => publishedAt <= now)
        const scheduled = list.filter(({ publishedAt }) => publishedAt > now)
        const whole = await appOf(filesOf(list), { now })
        const without = await appOf(filesOf(visible), { now })
        for (const route of [...routes, ...scheduled.map(({ slug }) => `/v1/w/posts/${slug}`)]) {
          const [a, b] = [await ask(whole, 'GET', route), await ask(without, 'GET', route)]
          expect(a.status, route).toBe(b.status)
          expect(a.text, route).toBe(b.text)
          expect(withoutIds(a.headers), route).toEqual(withoutIds(b.headers))
        }
      }),
      { numRuns: tries(12) },
    )
  })

  fixed('that goes live between two pages of a pinned crawl is a 409', async () => {
    const clock = { now: epoch }
    const list = Array.from(
      { length: 8 },
      (_, i): ModelPost => ({ ...plain, slug: `p${i}`, publishedAt: epoch + (i - 6) * day }),
    )
    const app = await appOf(filesOf(list), clock)
    const first = await ask(app, 'GET', '/v1/w/posts?limit=3')
    const pinned = `/v1/w/posts?limit=3&page=2&snapshot=${first.headers['X-Snapshot-Id']}`
    expect((await ask(app, 'GET', pinned)).status).toBe(200)
    clock.now = epoch + day
    const late = await ask(app, 'GET', pinned)
    expect(late.status).toBe(409)
    expect(late.json.error).toBe('Snapshot changed')
    expect((await ask(app, 'GET', '/v1/w/posts?limit=1')).json.posts[0].slug).toBe('p7')
  })

  const plain: ModelPost = {
    slug: '',
    title: 'node',
    text: 'release',
    publishedAt: 0,
    updatedAt: epoch,
    featured: false,
    category: 'news',
    tags: ['js'],
    authors: ['ada'],
  }
})

function withoutIds(headers: Record<string, string>): Record<string, string> {
  const { ETag: _tag, 'X-Snapshot-Id': _id, ...rest } = headers
  return rest
}
