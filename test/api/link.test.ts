// The Link header: RFC 8288 links to the neighbouring pages.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

function links(header: string | undefined): Record<string, string> {
  const found = [...(header ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)]
  return Object.fromEntries(found.map(([, target, relation]) => [relation, target!]))
}

const pages = (all: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(all).map(([relation, target]) => [
      relation,
      Number(new URL(target, 'http://host').searchParams.get('page')),
    ]),
  )

describe('the Link header', () => {
  test.each([
    ['/posts?limit=8', { first: 1, next: 2, last: 3 }],
    ['/posts?limit=8&page=2', { first: 1, prev: 1, next: 3, last: 3 }],
    ['/posts?limit=8&page=3', { first: 1, prev: 2, last: 3 }],
    ['/posts?limit=20', { first: 1, last: 1 }],
    ['/posts', { first: 1, next: 2, last: 2 }],
    ['/categories?limit=3', { first: 1, next: 2, last: 2 }],
    ['/tags?limit=2&page=2', { first: 1, prev: 1, next: 3, last: 3 }],
    ['/authors?limit=1&page=2', { first: 1, prev: 1, last: 2 }],
  ])('of %s names the pages there are', async (path, expected) => {
    expect(pages(links((await get(path)).headers.Link))).toEqual(expected)
  })

  test.each([
    ['/posts?limit=all'],
    ['/posts?tags=unused'],
    ['/categories'],
    ['/tags?limit=all'],
    ['/posts/welcome'],
  ])('is not there for %s', async (path) => {
    expect(await get(path)).toMatchObject({ status: 200 })
    expect((await get(path)).headers).not.toHaveProperty('Link')
  })

  test('keeps all parameters, whatever is in them', async () => {
    const asked =
      '/v1/demo/posts?limit=1&tags=css,git&tags=js&query=+%61&own=%22%3E%2C%3C&order=asc&own=%C3%A9'
    const { headers } = await ask(app(), 'GET', asked)
    const { next = '' } = links(headers.Link)
    const before = new URL(asked, 'http://host').searchParams
    const after = new URL(next, 'http://host').searchParams
    expect(after.get('page')).toBe('2')
    after.delete('page')
    expect([...after].sort()).toEqual([...before].sort())
  })

  test('has paths on the same host under the requested key', async () => {
    const { headers } = await ask(app(), 'GET', '/v1/demo_next/posts?limit=8&page=2')
    for (const target of Object.values(links(headers.Link)))
      expect(target).toMatch(/^\/v1\/demo_next\/posts\?/)
  })

  test('names pages that exist', async () => {
    const { headers } = await get('/posts?limit=3&tags=css&query=note')
    for (const [relation, target] of Object.entries(links(headers.Link))) {
      const { status, json } = await ask(app(), 'GET', target)
      expect([relation, status]).toEqual([relation, 200])
      expect(json.pagination.currentPage).toBe(pages(links(headers.Link))[relation])
    }
  })

  test('has 8,192 characters at most', async () => {
    const path = (length: number) => `/posts?limit=10&own=${'a'.repeat(length)}`
    const usual = (await get(path(1))).headers.Link!.length
    const most = 1 + (8_192 - usual) / 3
    expect((await get(path(most))).headers.Link).toHaveLength(8_192)
    expect((await get(path(most + 1))).headers).not.toHaveProperty('Link')
  })

  test('is left out if it would be longer than clients accept', async () => {
    const { status, headers } = await get(`/posts?limit=8&own=${'a'.repeat(4000)}`)
    expect(status).toBe(200)
    expect(headers).not.toHaveProperty('Link')
  })
})
