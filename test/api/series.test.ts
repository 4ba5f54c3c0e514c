// Series: posts that are read one after the other.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now, scheduled } from '../support/fixture.ts'
import { site } from '../support/site.ts'
import { postFile } from '../support/workspace.ts'

const part = (series: string, number: number | undefined, day: number, more = {}) =>
  postFile({ publishedAt: `2026-01-0${day}`, series, ...(number && { part: String(number) }), ...more })
const own = site(
  {},
  {
    'blog/workspace.yml': 'url: https://example.org/{slug}\n',
    'blog/series.yml':
      'shell: { name: A shell, description: From nothing., complete: true, aliases: bash }\nnone: { name: None }\n',
    'blog/posts/b.md': part('shell', 2, 1, { title: 'Second' }),
    'blog/posts/a.md': part('shell', 1, 4, { title: 'First' }),
    'blog/posts/z.md': part('shell', undefined, 3, { title: 'Last' }),
    'blog/posts/later.md': part('shell', 3, 1, {
      title: 'Later',
      publishedAt: new Date(scheduled).toISOString(),
    }),
    'blog/posts/alone.md': postFile({ title: 'Alone' }),
    'named/posts/a.md': part('Building a Shell', undefined, 1),
    'named/posts/b.md': part('building-a-shell', undefined, 2),
    'hidden/posts/a.md': postFile({}),
    'hidden/posts/b.md': part('secret', undefined, 2, { publishedAt: new Date(scheduled).toISOString() }),
  },
)
const [one, other] = [1, 2].map((number) => site({}, { 'blog/posts/a.md': part('shell', number, 1) }))
const get = (path: string, at = now) => ask(own.app({ now: () => at }), 'GET', `/v1/${path}`)
const slugs = (posts: { slug: string }[]) => posts.map(({ slug }) => slug)

describe('a series', () => {
  test('is listed with how many of its posts are visible, declared ones without posts, too', async () => {
    const { series, pagination } = (await get('blog/series')).json
    expect([slugs(series), pagination.totalItems]).toEqual([['shell', 'none'], 2])
    const { series: one } = (await get('blog/series/shell')).json
    expect(one).toEqual(series[0])
    expect(one).toEqual({
      ...{ id: one.id, name: 'A shell', slug: 'shell', description: 'From nothing.', complete: true },
      count: { posts: 3 },
    })
    expect((await get('blog')).json.workspace.counts.series).toBe(2)
    expect((await get('blog/series/shell', scheduled)).json.series.count.posts).toBe(4)
    expect((await get('blog/series/x')).json.error).toBe('Series not found')
    expect((await get('blog/series/bash')).headers.Location).toBe('/v1/blog/series/shell')
  })

  test('is inferred from posts if none is declared', async () => {
    const { series } = (await get('named/series')).json
    expect(series).toEqual([
      expect.objectContaining({ slug: 'building-a-shell', name: 'Building a Shell', complete: false }),
    ])
  })

  test('selects posts, is a facet, and has a feed', async () => {
    expect(slugs((await get('blog/posts?series=shell')).json.posts)).toEqual(['a', 'z', 'b'])
    expect(slugs((await get('blog/posts?series=bash&order=asc')).json.posts)).toEqual(['b', 'z', 'a'])
    for (const none of ['blog/posts?series=none', 'blog/posts?series=x', 'hidden/posts?series=secret'])
      expect((await get(none)).json.posts).toEqual([])
    const { facets } = (await get('blog/posts?facets=series')).json
    expect(facets.series).toEqual([{ slug: 'shell', name: 'A shell', count: 3 }])
    expect((await get('hidden/posts?facets=series')).json.facets.series).toEqual([])
    const feed = await get('blog/series/shell/feed.json')
    expect(feed.json.items.map(({ title }: { title: string }) => title)).toEqual(['First', 'Last', 'Second'])
  })

  test('is told beside each of its posts, in the order in which they are read', async () => {
    const { post } = (await get('blog/posts/b?include=series,jsonld')).json
    const about = (slug: string, title: string, part: number) => {
      return { slug, title, part, url: `https://example.org/${slug}` }
    }
    expect(post.series).toEqual({
      ...{ slug: 'shell', name: 'A shell', part: 2, total: 3 },
      parts: [about('a', 'First', 1), about('b', 'Second', 2), about('z', 'Last', 3)],
    })
    expect(post.jsonld).toMatchObject({
      isPartOf: { '@type': 'CreativeWorkSeries', name: 'A shell' },
      position: 2,
    })
    const { posts } = (await get('blog/posts?include=series&order=asc', scheduled)).json
    const numbers = posts.map(({ slug, series }: { slug: string; series: { part: number } | null }) => [
      slug,
      series?.part ?? null,
    ])
    expect(Object.fromEntries(numbers)).toEqual({ b: 2, z: 4, a: 1, alone: null, later: 3 })
    expect((await get('blog/posts?include=series&limit=101')).status).toBe(400)
  })

  test('changes the revision of its posts', async () => {
    const revisionOf = async (one: typeof own) =>
      (await ask(one.app({ now: () => now }), 'GET', '/v1/blog/posts/a?select=revision')).json.post.revision
    expect(await revisionOf(one!)).not.toBe(await revisionOf(other!))
  })

  test('leaves nothing of one whose posts are all scheduled', async () => {
    expect((await get('hidden/series')).json.series).toEqual([])
    expect((await get('hidden')).json.workspace.counts).toEqual({
      posts: 1,
      categories: 1,
      tags: 0,
      authors: 1,
    })
  })
})
