// Which answer wins when several apply: 414, OPTIONS 204, 429, unknown workspace, unknown route, 405, redirect, 400 for
// parameters, 409, page or resource missing, 304.
import { describe, expect, test } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import { type Answer, ask } from '../support/ask.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const long = 'x'.repeat(8192)
const everything = { 'if-none-match': '*' }

/** An app whose workspace and whose only client have used up their quotas. */
async function drained(): Promise<App> {
  const limit = { requests: 1, window: 10_000 }
  const one = app({ limits: { workspace: limit, fallback: limit } })
  await ask(one, 'GET', '/v1/demo/posts')
  await ask(one, 'GET', '/')
  return one
}

const told = ({ status, json }: Answer) => [status, json?.error]

describe('wins over what follows it:', () => {
  test.each(['GET', 'OPTIONS', 'POST'])('414, asked with %s', async (method) => {
    const one = await drained()
    expect(told(await ask(one, method, `/v1/demo/posts/?limit=0&${long}`))).toEqual([414, 'URI too long'])
    expect(told(await ask(one, method, `/v1/nokey/${long}`))).toEqual([414, 'URI too long'])
  })

  test('OPTIONS over the limits, an unknown workspace and an unknown route', async () => {
    const one = await drained()
    for (const target of [
      '/v1/demo/posts',
      '/v1/nokey/posts',
      '/v1/demo/nope',
      '/',
      '/nope',
      '/demo/posts/',
    ]) {
      expect((await ask(one, 'OPTIONS', target)).status).toBe(204)
    }
  })

  test('429 over an unknown workspace', async () => {
    expect(told(await ask(await drained(), 'GET', '/v1/nokey/posts'))).toEqual([429, 'Too many requests'])
  })

  test.each([
    ['GET', '/v1/demo/nope'],
    ['POST', '/v1/demo/posts'],
    ['GET', '/v1/demo/posts/'],
    ['GET', '/demo/posts'],
    ['GET', '/v1/demo/posts/old-name'],
    ['GET', '/v1/demo/posts?limit=0'],
    ['GET', '/v1/demo/posts?snapshot=other'],
    ['GET', '/v1/demo/posts?page=9'],
    ['GET', '/v1/demo/posts/nope'],
    ['GET', '/v1/demo/posts'],
  ])('429 over everything a workspace would say to %s %s', async (method, target) => {
    expect(told(await ask(await drained(), method, target, everything))).toEqual([429, 'Too many requests'])
  })

  test.each([
    ['GET', '/v1/nokey/nope'],
    ['POST', '/v1/nokey/nope'],
    ['POST', '/v1/nokey/posts/'],
    ['GET', '/v1/nokey/posts?limit=0'],
  ])('an unknown workspace over %s %s', async (method, target) => {
    expect(told(await ask(app(), method, target, everything))).toEqual([404, 'Invalid workspace'])
  })

  test.each(['/v1/demo/nope', '/v1/demo/nope/', '/demo/nope', '/nope', '/demo', '/v1/demo/posts/%'])(
    'an unknown route over 405 on %s',
    async (target) => {
      expect(told(await ask(app(), 'POST', target))).toEqual([404, 'Not found'])
    },
  )

  test.each([
    '/v1/demo/posts/',
    '/demo/posts',
    '/demo/v1/posts/',
    '/v1/demo/posts/old-name',
    '/demo/post/nope',
  ])('405 over the redirect of %s', async (target) => {
    expect(told(await ask(app(), 'DELETE', target))).toEqual([405, 'Method not allowed'])
  })

  test('405 over parameters and a missing post', async () => {
    expect((await ask(app(), 'POST', '/v1/demo/posts?limit=0')).status).toBe(405)
    expect((await ask(app(), 'POST', '/v1/demo/posts/nope?snapshot=other')).status).toBe(405)
  })

  test.each([
    '/v1/demo/posts/?limit=0',
    '/demo/posts?limit=0',
    '/v1/demo/posts/old-name?format=pdf',
    '/v1/demo/posts/old-name?snapshot=other',
    '/demo/posts/nope',
    '/v1/demo/tags/nope/',
    '/demo/posts?page=99',
  ])('a redirect over what is wrong with %s', async (target) => {
    expect((await ask(app(), 'GET', target, everything)).status).toBe(308)
  })

  test.each([
    '/posts?limit=0&snapshot=other',
    '/posts/nope?select=nope&snapshot=other',
    '/tags?page=x&limit=2&snapshot=other',
  ])('400 for parameters over 409 on %s', async (path) => {
    expect(told(await get(path, everything))).toEqual([400, 'Invalid query parameters'])
  })

  test.each([
    '/posts?page=99&snapshot=other',
    '/posts/nope?snapshot=other',
    '/tags/nope?snapshot=other',
    '/authors?limit=1&page=9&snapshot=other',
  ])('409 over what is missing on %s', async (path) => {
    expect(told(await get(path, everything))).toEqual([409, 'Snapshot changed'])
  })

  test.each([
    ['/posts?page=99', 400],
    ['/posts/nope', 404],
    ['/categories/nope', 404],
    ['/tags/nope', 404],
    ['/authors/nope', 404],
    ['/authors?limit=1&page=9', 400],
  ])('what is missing on %s over 304', async (path, status) => {
    expect((await get(path, everything)).status).toBe(status)
  })
})
