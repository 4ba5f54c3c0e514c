// The 308s: older forms of a path, trailing slashes, earlier slugs; and what must never redirect.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { scheduled } from '../support/fixture.ts'
import { routes } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app } = site()

/** The workspace itself has one form. */
const paths = routes.map((path) => path.replace(/\?.*/, '')).filter((path) => path !== '')

const get = (target: string) => ask(app(), 'GET', target)

describe.each(['', '?limit=2&tags=css,git&x=%20%41&&y'])('with the query "%s", kept as it is,', (query) => {
  test.each(paths)('every form of %s redirects in one hop', async (path) => {
    const forms = [`/v1/demo${path}/`, `/demo${path}`, `/demo${path}/`, `/demo/v1${path}`, `/demo/v1${path}/`]
    for (const form of forms) {
      const { status, headers, text } = await get(form + query)
      expect([status, headers.Location, text]).toEqual([308, `/v1/demo${path}${query}`, ''])
      expect(headers['Cache-Control']).toBe('public, max-age=0, must-revalidate')
    }
    expect((await get(`/v1/demo${path}${query}`)).status).toBe(200)
  })

  test.each([
    ['/v1/demo/posts/old-name', '/v1/demo/posts/renamed'],
    ['/v1/demo/posts/old-name/', '/v1/demo/posts/renamed'],
    ['/v1/demo/post/old-name', '/v1/demo/post/renamed'],
    ['/demo/post/old-name/', '/v1/demo/post/renamed'],
    ['/demo/v1/posts/old-name', '/v1/demo/posts/renamed'],
    ['/demo_next/posts/old-name', '/v1/demo_next/posts/renamed'],
    ['/v1/demo/posts/%C3%A4lter', '/v1/demo/posts/renamed'],
    ['/v1/demo/posts/a%CC%88lter', '/v1/demo/posts/renamed'],
    ['/v1/demo/posts/zuerich', '/v1/demo/posts/z%C3%BCrich'],
  ])('the earlier slug of %s redirects to the present one', async (target, location) => {
    const { status, headers } = await get(target + query)
    expect([status, headers.Location]).toEqual([308, location + query])
    expect((await get(location)).status).toBe(200)
  })
})

describe('a redirect', () => {
  test.each([
    ['/v1/demo/?a=1', '/v1/demo?a=1'],
    ['/dem%6F/p%6Fsts', '/v1/demo/posts'],
    ['/demo/posts/zu%CC%88rich', '/v1/demo/posts/z%C3%BCrich'],
    ['/demo/posts/zürich', '/v1/demo/posts/z%C3%BCrich'],
    ['/demo/posts/a%2Fb', '/v1/demo/posts/a%2Fb'],
    ['/demo/posts/a%2fb/', '/v1/demo/posts/a%2Fb'],
    ['/demo/posts/%2F%2Fevil.example', '/v1/demo/posts/%2F%2Fevil.example'],
    ['/demo/posts/a%5Cb', '/v1/demo/posts/a%5Cb'],
    ['/demo/posts/a%3Fb%23c', '/v1/demo/posts/a%3Fb%23c'],
    ['/demo/posts/a%0D%0Ab', '/v1/demo/posts/a%0D%0Ab'],
    ['/demo/posts/a b', '/v1/demo/posts/a%20b'],
    ['/demo\\posts', '/v1/demo/posts'],
    ['/demo\\posts\\', '/v1/demo/posts'],
    ['/demo/./tags/../posts', '/v1/demo/posts'],
    ['http://host.example/demo/posts?a=1', '/v1/demo/posts?a=1'],
    ['/demo/posts?next=//evil.example', '/v1/demo/posts?next=//evil.example'],
    ['/demo/posts?', '/v1/demo/posts'],
  ])('of %s goes to re-encoded segments of the same host', async (target, location) => {
    const { status, headers } = await get(target)
    expect([status, headers.Location]).toEqual([308, location])
  })

  test('keeps the key that was asked for', async () => {
    expect((await get('/demo_next/tags/css')).headers.Location).toBe('/v1/demo_next/tags/css')
  })

  test.each(['soon', 'SOON'])(
    'of %s, the earlier slug of a scheduled post, works only once the post is visible',
    async (name) => {
      const at = (now: number) => ask(app({ now: () => now }), 'GET', `/v1/demo/posts/${name}`)
      expect((await at(scheduled - 1)).status).toBe(404)
      expect((await at(scheduled)).headers.Location).toBe(
        name === 'soon' ? '/v1/demo/posts/next-week' : undefined,
      )
    },
  )
})

describe('no redirect', () => {
  test.each([
    '//evil.example',
    '//evil.example/',
    '//evil.example/posts',
    '/\\evil.example/posts',
    '\\\\evil.example\\posts',
    '/%2F%2Fevil.example/posts',
    '//demo/posts',
    '/demo//posts',
    '/demo/posts//',
    '/v1//demo/posts',
    '/v1/demo/posts//',
    '/v1/demo/posts/old-name//',
    '/v1/demo/posts/old-name/extra',
    '/nokey/posts',
    '/nokey/v1/posts/',
    '/Demo/posts',
    '/media/posts',
    '/demo',
    '/demo/',
    '/demo/v1',
    '/demo/v1/',
    '/demo/nope',
    '/demo/nope/',
    '/demo/post',
    '/demo/v1/v1/posts',
    '/v1/demo/nope/',
    '/v1/demo/v1/posts',
    '/v1/v1/posts',
    '/v1/demo/post/',
    '/v1/nokey/posts/',
    '/status/',
    '/demo/posts/%',
    '/demo/%FF/posts',
    '/%/posts',
    '/v1/demo/tags/old-name',
  ])('comes of %s', async (target) => {
    const { status, headers } = await get(target)
    expect(status).toBe(404)
    expect(headers).not.toHaveProperty('Location')
  })
})
