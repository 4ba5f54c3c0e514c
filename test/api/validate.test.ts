// The validator of all other replies: what it accepts, and that it notices each kind of mistake.
import { describe, expect, test } from 'vitest'
import { templateOf } from '../support/document.ts'
import { complaintsAbout } from '../support/validate.ts'

const everywhere = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Expose-Headers': 'ETag' }
const found = {
  ...everywhere,
  'Cache-Control': 'public, max-age=0, must-revalidate',
  'Content-Type': 'application/json; charset=utf-8',
  ETag: '"a"',
  'X-Snapshot-Id': `${'0'.repeat(32)}.1`,
}
const category = { id: 'category_1', name: 'News', slug: 'news', description: '', count: { posts: 1 } }
const one = { status: 200, headers: found, text: JSON.stringify({ category }) }
const missing = {
  status: 404,
  headers: { ...everywhere, 'Cache-Control': 'no-store', 'Content-Type': 'application/json' },
  text: '{"error":"Not found","message":"No.","details":{"message":"No.","statusCode":404}}',
}

const without = (headers: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(headers).filter(([key]) => key !== name))

describe('a reply the document describes', () => {
  test.each([
    ['a category', 'GET', '/v1/demo/categories/news', one],
    ['a category without a body, for HEAD', 'HEAD', '/v1/demo/categories/news', { ...one, text: '' }],
    [
      'a part of a category, where it was asked for',
      'GET',
      '/v1/demo/categories/news?select=slug',
      { ...one, text: '{"category":{"slug":"news"}}' },
    ],
    ['a 304', 'GET', '/v1/demo/tags', { status: 304, headers: without(found, 'Content-Type'), text: '' }],
    ['a path that is no route', 'GET', '/nowhere', missing],
    ['a path that cannot be decoded', 'GET', '/v1/demo/posts/%', missing],
  ])('%s passes', (_, method, target, reply) => {
    expect(complaintsAbout(method, target, reply)).toEqual([])
  })
})

describe('a reply the document does not describe', () => {
  const path = '/v1/demo/categories/news'
  const text = (value: unknown) => ({ ...one, text: JSON.stringify(value) })
  test.each([
    ['another status', 'GET', path, { ...one, status: 201 }, /status 201/],
    ['a missing header', 'GET', path, { ...one, headers: without(found, 'ETag') }, /header etag is missing/],
    [
      'a header too many',
      'GET',
      path,
      { ...one, headers: { ...found, 'X-New': '1' } },
      /x-new is not described/,
    ],
    ['a wrong header', 'GET', path, { ...one, headers: { ...found, ETag: 'a' } }, /header etag must match/],
    [
      'a header not a number',
      'GET',
      path,
      { ...one, headers: { ...found, 'X-RateLimit-Limit': 'NaN' } },
      /integer/,
    ],
    [
      'another type',
      'GET',
      path,
      { ...one, headers: { ...found, 'Content-Type': 'text/html' } },
      /content type/,
    ],
    [
      'highlights of a single post',
      'GET',
      '/v1/demo/posts/a?select=slug',
      text({ post: { slug: 'a', highlights: { title: 'A', content: [] } } }),
      /must NOT be valid/,
    ],
    [
      'a field missing',
      'GET',
      path,
      text({ category: { ...category, name: undefined } }),
      /required property 'name'/,
    ],
    ['a field too many', 'GET', path, text({ category: { ...category, extra: 1 } }), /additional properties/],
    [
      'a field of another type',
      'GET',
      path,
      text({ category: { ...category, description: null } }),
      /must be string/,
    ],
    ['a part nobody asked for', 'GET', path, text({ category: { slug: 'news' } }), /required property 'id'/],
    [
      'nothing of what was asked for',
      'GET',
      `${path}?select=slug`,
      text({ category: {} }),
      /fewer than 1 properties/,
    ],
    ['a body for HEAD', 'HEAD', path, one, /HEAD has a body/],
    [
      'a wrong length',
      'GET',
      path,
      { ...one, headers: { ...found, 'Content-Length': '1' } },
      /Content-Length 1/,
    ],
    [
      'a body with a 304',
      'GET',
      path,
      { ...one, status: 304, headers: without(found, 'Content-Type') },
      /is a body/,
    ],
    ['an error of another route', 'GET', path, missing, /must be equal to one of the allowed values/],
    ['405 for a method that reads', 'GET', path, { ...missing, status: 405 }, /status 405/],
  ])('with %s is refused', (_, method, target, reply, complaint) => {
    expect(complaintsAbout(method, target, reply).join('\n')).toMatch(complaint)
  })
})

describe('a path', () => {
  test.each([
    ['/', '/'],
    ['/status', '/status'],
    ['/status/', undefined],
    ['/v1/demo/posts', '/v1/{workspace_key}/posts'],
    ['/v1/demo/posts/', '/v1/{workspace_key}/posts'],
    ['/v1/demo/posts//', undefined],
    ['/v1/demo/p%6Fsts', '/v1/{workspace_key}/posts'],
    ['/v1/demo/posts/a%2Fb', '/v1/{workspace_key}/posts/{slug}'],
    ['/v1/demo/post', undefined],
    ['/v1/demo/post/a', '/v1/{workspace_key}/post/{slug}'],
    ['/v1/demo/posts/a/b', undefined],
    ['/v1/no%20key/tags', '/v1/{workspace_key}/tags'],
    ['/v1/posts/a', undefined],
    ['/demo/posts', '/{workspace_key}/{resource}'],
    ['/demo/v1/posts', '/{workspace_key}/v1/{resource}'],
    ['/demo/post/a/', '/{workspace_key}/{resource}/{slug}'],
    ['/demo/v1/post/a', '/{workspace_key}/v1/{resource}/{slug}'],
    ['/media/posts', '/media/{name}'],
    ['/docs/posts', undefined],
    ['/demo/nope', undefined],
  ])('%s falls under %s', (path, template) => {
    expect(templateOf(path)).toBe(template)
  })
})
