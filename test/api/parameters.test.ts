// Parameters in general: what counts as given, what is refused, what is ignored.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { lists, routes, selectable, singles, slugs, withParameter } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const fields = (json: { details: { field: string }[] }) => json.details.map(({ field }) => field).sort()

const notNumbers = [
  '0',
  '-1',
  '01',
  '1.5',
  '1e3',
  'abc',
  '%205',
  '5%20',
  '+5',
  '٣',
  '0x1',
  '1000000000000000',
]
const single: [string, string][] = [
  ['limit', '3'],
  ['page', '1'],
  ['order', 'asc'],
  ['sort', 'updatedAt'],
  ['category', 'news'],
  ['tagsMatch', 'all'],
  ['featured', 'true'],
  ['author', 'ada'],
  ['query', 'about'],
  ['search', 'about'],
  ['format', 'text'],
  ['snapshot', 'x'],
]

describe('a value that cannot be used', () => {
  test.each([
    ...[...notNumbers, 'ALL', 'all%20'].map((value) => ['limit', value]),
    ...[...notNumbers, 'all'].map((value) => ['page', value]),
    ...['up', 'ASC', 'asc,desc'].map((value) => ['order', value]),
    ...['title', '-Relevance', 'publishedat', '--publishedAt', 'constructor'].map((value) => ['sort', value]),
    ...['yes', '1', 'TRUE'].map((value) => ['featured', value]),
    ...['some', 'ANY'].map((value) => ['tagsMatch', value]),
    ...['pdf', 'HTML', 'html,text'].map((value) => ['format', value]),
    ...['nope', 'Title', 'slug,nope', 'count', '__proto__'].map((value) => ['select', value]),
  ])('%s=%s is a 400 that names the field', async (name, value) => {
    const { status, json } = await get(`/posts?${name}=${value}`)
    expect([status, json.error, fields(json)]).toEqual([400, 'Invalid query parameters', [name]])
  })

  test('is reported together with all the others', async () => {
    const { json } = await get(
      '/posts?limit=0&page=x&order=up&sort=no&featured=maybe&tagsMatch=no&format=no&select=no',
    )
    const wrong = ['featured', 'format', 'limit', 'order', 'page', 'select', 'sort', 'tagsMatch']
    expect(fields(json)).toEqual(wrong)
  })

  test.each(lists)('of limit and page is a 400 on %s', async (path) => {
    const { status, json } = await get(`${path}?limit=0&page=-1`)
    expect([status, fields(json)]).toEqual([400, ['limit', 'page']])
  })

  test.each(selectable)('of select is a 400 on %s that names the known fields', async (path) => {
    const { status, json } = await get(`${path}?select=slug,nope`)
    expect([status, fields(json)]).toEqual([400, ['select']])
    const whole = Object.values((await get(path)).json)[0] as object | object[]
    for (const field of Object.keys([whole].flat()[0]!)) expect(json.details[0].message).toContain(field)
  })

  test.each(['/posts/welcome', '/post/welcome'])('of format is a 400 on %s', async (path) => {
    expect(fields((await get(`${path}?format=pdf`)).json)).toEqual(['format'])
  })
})

describe('a repeated parameter', () => {
  test.each(single)('%s is a 400, even with the same value', async (name, value) => {
    const { status, json } = await get(`/posts?${name}=${value}&${name}=${value}`)
    expect([status, fields(json)]).toEqual([400, [name]])
  })

  test('is also query together with its other name', async () => {
    const { status, json } = await get('/posts?query=a&search=b')
    expect(status).toBe(400)
    expect(['query', 'search']).toContain(fields(json)[0])
  })

  test.each(['tags', 'categories', 'excludeTags', 'excludeCategories', 'exclude', 'select'])(
    'is the union for the list %s',
    async (name) => {
      const [a, b] =
        name === 'select' ? ['slug', 'title'] : name.endsWith('ags') ? ['css', 'git'] : ['news', 'notes']
      const { text } = await get(`/posts?${name}=${a}&${name}=,${b},&${name}=`)
      expect(text).toBe((await get(`/posts?${name}=${a},${b}`)).text)
      expect(text).not.toBe((await get(`/posts?${name}=${a}`)).text)
    },
  )
})

describe('an empty value', () => {
  test.each([...single.map(([name]) => name), 'tags', 'categories', 'excludeTags', 'exclude', 'select'])(
    'of %s counts as not given',
    async (name) => {
      const plain = (await get('/posts')).text
      for (const value of ['', '%20', '+%09']) expect((await get(`/posts?${name}=${value}`)).text).toBe(plain)
      expect((await get(`/posts?${name}`)).text).toBe(plain)
    },
  )

  test.each(['tags', 'categories', 'excludeTags', 'excludeCategories', 'select'])(
    'of the list %s counts as not given, with or without commas',
    async (name) => {
      for (const value of [',', ',,', '%20,%20']) {
        expect((await get(`/posts?${name}=${value}`)).text).toBe((await get('/posts')).text)
      }
    },
  )

  test('is dropped before repeats are counted', async () => {
    expect(slugs((await get('/posts?limit=&limit=2&limit=%20')).json)).toHaveLength(2)
    expect((await get('/posts?query=&search=boat')).json.pagination.totalItems).toBe(1)
  })
})

describe('an unknown parameter', () => {
  test.each([...routes, '/posts?limit=3'])('is ignored on %s', async (path) => {
    const asked = withParameter(path, 'status=published&status=draft&workspace=%&a[b]=1&constructor=1&&=')
    expect((await get(asked)).text).toBe((await get(path)).text)
  })

  test.each([...singles, '/categories', '/tags', '/authors'])(
    'is ignored on %s, even if other routes have it',
    async (path) => {
      const others = path.includes('/post') ? '' : '&format=pdf'
      const asked = withParameter(path, `order=up&tags=nope&query=nope&featured=maybe&exclude=news${others}`)
      expect((await get(asked)).text).toBe((await get(path)).text)
    },
  )

  test.each(singles)('is ignored on %s, as limit and page are', async (path) => {
    expect((await get(`${path}?limit=0&page=9`)).text).toBe((await get(path)).text)
  })

  test('is ignored outside of workspaces', async () => {
    for (const path of ['/', '/status']) {
      expect((await ask(app(), 'GET', `${path}?limit=0&select=nope`)).text).toBe(
        (await ask(app(), 'GET', path)).text,
      )
    }
  })
})

describe('X-Ignored-Parameters', () => {
  const ignored = async (target: string) => (await get(target)).headers['X-Ignored-Parameters']

  test.each(routes)('names on %s what the route does not know, each once', async (path) => {
    expect(await ignored(path)).toBeUndefined()
    expect(await ignored(withParameter(path, 'tag=css&q=a&tag=js&limits=&=1'))).toBe('tag,q')
  })

  test('names what other routes have', async () => {
    expect(await ignored('/posts/welcome?limit=1&select=slug&page=2')).toBe('limit,page')
    expect(await ignored('/tags?tags=css')).toBe('tags')
  })

  test('is on a 304, a HEAD, errors, and replies that are remembered', async () => {
    const one = app({ cache: new Map() })
    const asked = (method: string, query: string, headers = {}) =>
      ask(one, method, `/v1/demo/posts?${query}`, headers)
    const { ETag } = (await asked('GET', '')).headers
    for (const headers of [{}, { 'if-none-match': ETag! }, {}]) {
      for (const method of ['GET', 'HEAD']) {
        expect((await asked(method, 'q=a', headers)).headers['X-Ignored-Parameters']).toBe('q')
        expect((await asked(method, 'tag=a', headers)).headers['X-Ignored-Parameters']).toBe('tag')
        expect((await asked(method, '', headers)).headers).not.toHaveProperty('X-Ignored-Parameters')
      }
    }
    for (const query of ['q=a&limit=0', 'q=a&page=99', 'q=a&snapshot=none']) {
      expect((await asked('GET', query)).headers['X-Ignored-Parameters']).toBe('q')
    }
    const missing = await ask(one, 'GET', '/v1/demo/posts/nothing?q=a')
    expect([missing.status, missing.headers['X-Ignored-Parameters']]).toEqual([404, 'q'])
  })

  test.each([
    ['a%0d%0aSet-Cookie:%20b=1', 'a%0D%0ASet-Cookie%3A%20b'],
    ['a,b', 'a%2Cb'],
    ['%F0%9F%9A%A2%ED%A0%80', `%F0%9F%9A%A2${'%EF%BF%BD'.repeat(3)}`],
    ['a'.repeat(4_000), 'a'.repeat(32)],
    ['%F0%9F%9A%A2'.repeat(600), '%F0%9F%9A%A2'.repeat(32)],
    [`x${'%F0%9F%9A%A2'.repeat(600)}`, `x${'%F0%9F%9A%A2'.repeat(31)}`],
    [Array.from({ length: 900 }, (_, i) => `n${i}=1`).join('&'), 'n0,n1,n2,n3,n4,n5,n6,n7'],
    ['__proto__=1&constructor', '__proto__,constructor'],
  ])('of a hostile name is short, and of letters that headers may have: %.40s', async (query, expected) => {
    expect(await ignored(`/posts?${query}=1`)).toBe(expected)
  })
})
