// A build with drafts, as a preview deployment makes it: everything is listed, and every reply says so.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now, scheduled, visible } from '../support/fixture.ts'
import { routes, slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const environment = {
  VERCEL_ENV: 'preview',
  VERCEL_GIT_COMMIT_REF: 'feature/für-alle',
  SOURCE_DATE_EPOCH: String(now / 1000),
}
const { app, get } = site({ drafts: true, env: environment })

describe('a build with drafts', () => {
  test('lists drafts and scheduled posts among the others, by date', async () => {
    const { json } = await get('/posts?limit=all&select=slug,status')
    expect(slugs(json)).toEqual([
      'far-future',
      'next-week',
      'welcome',
      'undated',
      ...visible.slice(1),
      'dated',
    ])
    const drafts = json.posts.filter(({ status }: { status: string }) => status === 'draft')
    expect(slugs({ drafts }).sort()).toEqual(['dated', 'undated'])
  })

  test('shows the status as written', async () => {
    for (const [slug, status] of [
      ['dated', 'draft'],
      ['undated', 'draft'],
      ['next-week', 'published'],
    ]) {
      expect((await get(`/post/${slug}`)).json.post).toMatchObject({ slug, status })
    }
  })

  test('gives a draft without a date the time of the build', async () => {
    expect((await get('/post/undated')).json.post.publishedAt).toBe(new Date(now).toISOString())
  })

  test('counts what it lists', async () => {
    expect((await get('/categories/attic')).json.category.count).toEqual({ posts: 1 })
    expect((await get('/categories/news')).json.category.count).toEqual({ posts: 6 })
    expect(slugs((await get('/authors')).json)).toEqual(['ada', 'bo', 'cy', 'dee'])
    expect((await get('/posts')).json.pagination.totalItems).toBe(24)
    expect((await get('/posts')).headers['X-Snapshot-Id']).toMatch(/\.24$/)
  })

  test('finds and redirects to what it lists', async () => {
    expect(slugs((await get('/posts?query=secret')).json)).toEqual(['undated'])
    expect(slugs((await get('/posts?query=lighthouse')).json)).toEqual(['next-week'])
    expect((await get('/posts/soon')).headers.Location).toBe('/v1/demo/posts/next-week')
  })

  test('infers entries from drafts', async () => {
    const { json } = await ask(app(), 'GET', '/v1/loose/tags')
    expect(slugs(json).sort()).toEqual(['c-sharp', 'machine-learning', 'pencil', 'quantum'])
  })

  test('does not look at the clock', async () => {
    const early = await ask(app({ now: () => 0 }), 'GET', '/v1/demo/posts?limit=all')
    const late = await ask(app({ now: () => scheduled * 2 }), 'GET', '/v1/demo/posts?limit=all')
    expect(early.text).toBe(late.text)
    expect(early.headers.ETag).toBe(late.headers.ETag)
  })

  test('says its branch on every reply made from it, and keeps robots out', async () => {
    const preview = encodeURI('feature/für-alle')
    const targets = [...routes, '/posts?limit=0', '/posts?page=9', '/posts/nope', '/posts/soon', '/nope']
    for (const target of ['/status', ...targets.map((path) => `/v1/demo${path}`)]) {
      const { headers } = await ask(app(), 'GET', target)
      expect([target, headers['X-Galley-Preview'], headers['X-Robots-Tag']]).toEqual([
        target,
        preview,
        'noindex, nofollow',
      ])
    }
    expect((await ask(app(), 'GET', '/status')).json.preview).toBe('feature/für-alle')
  })
})
