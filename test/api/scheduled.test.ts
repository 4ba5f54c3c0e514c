// A post dated in the future: nothing before that time, everything from then on, without a rebuild.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now, scheduled, visible } from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app } = site()

const at = (time: number, path: string) => ask(app({ now: () => time }), 'GET', `/v1/demo${path}`)

describe('before its second', () => {
  test.each(['next-week', 'post_next', 'soon', 'far-future'])(
    'a scheduled post is not found by %s',
    async (name) => {
      for (const word of ['posts', 'post']) {
        const { status, json } = await at(scheduled - 1, `/${word}/${name}`)
        const missing = await at(scheduled - 1, `/${word}/never-there`)
        expect([status, json]).toEqual([404, missing.json])
      }
    },
  )

  test.each([
    '/posts?limit=all',
    '/posts?query=lighthouse',
    '/posts?author=cy',
    '/categories',
    '/tags',
    '/authors',
  ])('%s says nothing of it', async (path) => {
    const { text } = await at(scheduled - 1, path)
    expect(text).not.toMatch(/next-week|lighthouse|"cy"|far-future/)
    expect(text).toBe((await at(now, path)).text)
  })

  test('its author is not there', async () => {
    expect((await at(scheduled - 1, '/authors/cy')).status).toBe(404)
  })
})

describe('from its second on', () => {
  test.each([
    ['next-week', 200],
    ['post_next', 200],
    ['soon', 308],
    ['far-future', 404],
  ])('%s is answered %i', async (name, status) => {
    expect((await at(scheduled, `/posts/${name}`)).status).toBe(status)
  })

  test('it leads the list, page by page and all at once', async () => {
    const expected = ['next-week', ...visible]
    expect(slugs((await at(scheduled, '/posts?limit=all')).json)).toEqual(expected)
    expect(slugs((await at(scheduled, '/posts?limit=4&page=2')).json)).toEqual(expected.slice(4, 8))
    expect((await at(scheduled, '/posts')).json.pagination).toMatchObject({ totalItems: 21, totalPages: 3 })
    expect(slugs((await at(scheduled, '/posts?order=asc&limit=all')).json)).toEqual([...expected].reverse())
  })

  test('it is found', async () => {
    expect(slugs((await at(scheduled, '/posts?query=lighthouse')).json)).toEqual(['next-week'])
    expect(slugs((await at(scheduled, '/posts?query=harbour')).json)).toEqual([
      'next-week',
      'welcome',
      'zürich',
    ])
    expect(slugs((await at(scheduled, '/posts?tags=js&author=cy')).json)).toEqual(['next-week'])
  })

  test('it is counted everywhere', async () => {
    const count = async (time: number, path: string) => {
      const [value] = Object.values((await at(time, path)).json) as { count: { posts: number } }[]
      return value!.count.posts
    }
    for (const path of ['/categories/news', '/tags/js', '/tags/gr%C3%B6%C3%9Fe']) {
      expect(await count(scheduled, path)).toBe((await count(scheduled - 1, path)) + 1)
    }
    expect(await count(scheduled, '/authors/cy')).toBe(1)
    expect((await at(scheduled, '/posts/welcome')).json.post.category.count.posts).toBe(4)
    expect(slugs((await at(scheduled, '/authors')).json)).toEqual(['ada', 'bo', 'cy'])
  })

  test('ids and tags are new', async () => {
    const [before, after] = [await at(scheduled - 1, '/posts'), await at(scheduled, '/posts')]
    const [hash, count] = before.headers['X-Snapshot-Id']!.split('.')
    expect(count).toBe('20')
    expect(after.headers['X-Snapshot-Id']).toMatch(/^[0-9a-f]{32}\.21$/)
    expect(after.headers['X-Snapshot-Id']).not.toContain(hash)
    expect(after.headers.ETag).not.toBe(before.headers.ETag)
    const stale = { 'if-none-match': before.headers.ETag! }
    expect((await ask(app({ now: () => scheduled }), 'GET', '/v1/demo/posts', stale)).status).toBe(200)
  })

  test('an app that keeps running notices by itself, and again when the clock is set back', async () => {
    const clock = { now: scheduled - 1 }
    const one = app({ now: () => clock.now })
    const total = async () => (await ask(one, 'GET', '/v1/demo/posts')).json.pagination.totalItems
    expect(await total()).toBe(20)
    clock.now = scheduled
    expect(await total()).toBe(21)
    clock.now = Date.UTC(2027, 0, 1)
    expect(await total()).toBe(22)
    clock.now = scheduled - 1
    expect(await total()).toBe(20)
  })
})
