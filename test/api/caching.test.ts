// ETag, If-None-Match and Cache-Control.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { scheduled } from '../support/fixture.ts'
import { lists, routes, singles } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

/** Of `/posts`. */
const queries = [
  'limit=2',
  'limit=2&page=2',
  'limit=20',
  'limit=all',
  'order=asc',
  'sort=updatedAt',
  'sort=-updatedAt',
  'tags=css',
  'tags=css,git',
  'tags=css,git&tagsMatch=all',
  'excludeTags=css',
  'category=news',
  'category=none',
  'exclude=news',
  'featured=true',
  'featured=false',
  'author=ada',
  'author=bo',
  'query=ada',
  'query=note',
  'query=note&sort=relevance',
  'query=note&highlight=true',
  'query=note&facets=tags',
  'query=note&facets=category',
  'query=note&facets=tags,category',
  'query=note&facets=tags&highlight=true',
  'query=number&highlight=true',
  'facets=tags,category,authors',
  'format=text',
  'format=markdown',
  'format=text&query=note&highlight=true',
  'select=slug',
  'select=slug,title',
  'select=content',
  'select=content&format=text',
  'select=slug&query=note&highlight=true',
]

const canonical = [...routes.map((path) => `/v1/demo${path}`), '/', '/status']

describe('the entity tag', () => {
  test.each(canonical)('of %s stays while nothing changes, and is answered 304', async (target) => {
    const first = await ask(app(), 'GET', target)
    expect(first.status).toBe(200)
    expect(first.headers.ETag).toMatch(/^"[^"]+"$/)
    expect((await ask(app(), 'GET', target)).headers.ETag).toBe(first.headers.ETag)
    const second = await ask(app(), 'GET', target, { 'if-none-match': first.headers.ETag! })
    expect([second.status, second.text]).toEqual([304, ''])
    for (const name of ['ETag', 'Cache-Control', 'X-Snapshot-Id', 'X-RateLimit-Limit']) {
      expect(second.headers[name]).toBe(first.headers[name])
    }
  })

  test('differs wherever a byte differs', async () => {
    const texts = new Map<string, string>()
    const targets = [...lists.slice(1), ...singles].map((path) => `${path}?select=id`)
    for (const path of [...routes, ...targets, ...queries.map((query) => `/posts?${query}`)]) {
      const { status, headers, text } = await get(path)
      expect([path, status]).toEqual([path, 200])
      const tag = headers.ETag!
      expect(texts.get(tag) ?? text, path).toBe(text)
      texts.set(tag, text)
    }
    expect(new Set(texts.values()).size).toBeGreaterThan(45)
  })

  test.each([
    ['tags=css,git', 'tags=git&tags=css,git'],
    ['categories=news,notes&excludeTags=js,git', 'excludeTags=git,js&categories=notes,news,notes'],
    ['exclude=news,notes', 'excludeCategories=notes&exclude=news'],
    ['category=news&categories=notes', 'categories=notes&category=+news+'],
    ['select=slug,title', 'select=title&select=slug,slug'],
    ['facets=tags,category', 'facets=category,tags&own=1'],
    ['query=note', 'search=note'],
    ['', 'limit=10&page=1&format=html&snapshot='],
    ['limit=all', 'limit=all&page=3'],
  ])('of %j is that of %j, which asks for the same', async (one, other) => {
    const [first, second] = [await get(`/posts?${one}`), await get(`/posts?${other}`)]
    expect([second.status, second.text]).toEqual([200, first.text])
    expect(second.headers.ETag).toBe(first.headers.ETag)
  })

  test('changes with the number of visible posts, that of a single one only with what it shows of them', async () => {
    const at = async (path: string, now: number) =>
      (await ask(app({ now: () => now }), 'GET', `/v1/demo/${path}`)).headers.ETag
    const changes = async (path: string) => (await at(path, scheduled)) !== (await at(path, scheduled - 1))
    const paths = ['posts', 'tags', 'posts/welcome', 'posts/renamed', 'posts/welcome?select=content']
    expect(await Promise.all(paths.map(changes))).toEqual([true, true, true, false, false])
  })

  test('is a key to the same bytes in a cache of bodies', async () => {
    const kept = new Map<string, Uint8Array>()
    const cached = app({ cache: kept })
    for (const path of [...routes, ...routes, '/posts?limit=all']) {
      const { headers, text } = await ask(cached, 'GET', `/v1/demo${path}`)
      const plain = await get(path)
      expect(text).toBe(plain.text)
      expect(headers['Content-Length']).toBe(plain.headers['Content-Length'])
    }
    expect(kept.size).toBeGreaterThan(0)
  })
})

describe('If-None-Match', () => {
  const asked = async (header: (tag: string) => string) => {
    const tag = (await get('/posts')).headers.ETag!
    return (await get('/posts', { 'if-none-match': header(tag) })).status
  }

  test.each<[string, (tag: string) => string]>([
    ['the tag', (tag) => tag],
    ['the tag, weak', (tag) => `W/${tag}`],
    ['anything', () => '*'],
    ['anything, with blanks', () => ' * '],
    ['a list with the tag', (tag) => `"a", "b" ,${tag}`],
    ['a list with the tag, weak', (tag) => `W/"a",W/${tag}, "b"`],
    ['a list with a comma inside a tag', (tag) => `"a,b", ${tag}`],
  ])('is answered 304 for %s', async (_, header) => {
    expect(await asked(header)).toBe(304)
  })

  test.each<[string, (tag: string) => string]>([
    ['another tag', () => '"other"'],
    ['nothing', () => ''],
    ['the tag without its quotation marks', (tag) => tag.replaceAll('"', '')],
    ['a part of the tag', (tag) => `${tag.slice(0, -3)}"`],
    ['a tag that has it inside', (tag) => `"x${tag.slice(1)}`],
    ['a star among others', () => '"a", *'],
    ['a lower-case w', (tag) => `"w/${tag.slice(1)}`],
  ])('is answered 200 for %s', async (_, header) => {
    expect(await asked(header)).toBe(200)
  })
})

describe('every 200', () => {
  test.each(canonical)('of %s has to be validated before it is used again', async (target) => {
    const { headers } = await ask(app(), 'GET', target)
    expect(headers['Cache-Control']).toBe('public, max-age=0, must-revalidate')
  })
})

test('a body is kept as it was sent: small ones as they are, others compressed for those who accept that', async () => {
  const kept = async (query: string, encoding: string) => {
    const cache = new Map<string, Uint8Array>()
    const one = app({ cache })
    const first = await ask(one, 'GET', `/v1/demo/posts?${query}`, { 'accept-encoding': encoding })
    expect((await ask(one, 'GET', `/v1/demo/posts?${query}`, { 'accept-encoding': encoding })).text).toBe(
      first.text,
    )
    return [...cache.keys()].map((key) => /^gzip /.test(key))
  }
  expect(await kept('limit=1&select=slug', 'gzip')).toEqual([false])
  expect(await kept('limit=all', 'gzip')).toEqual([true])
  expect(await kept('limit=all', 'identity')).toEqual([false])
})
