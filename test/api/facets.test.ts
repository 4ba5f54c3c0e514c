// facets=: counts over all matching posts.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import * as fixture from '../support/fixture.ts'
import { site } from '../support/site.ts'

const { get, app } = site()

interface Group {
  slug: string
  name: string
  count: number
}

const facets = async (parameters: string): Promise<Record<string, Group[]>> =>
  (await get(`/posts?${parameters}`)).json.facets

/** The same from the posts of the reply. */
async function counted(parameters: string): Promise<Record<string, Group[]>> {
  const { json } = await get(`/posts?limit=all&${parameters}`)
  const counts: Record<string, Group[]> = { category: [], tags: [], authors: [] }
  const add = (facet: string, { slug, name }: Group) => {
    const known = counts[facet]!.find((one) => one.slug === slug)
    if (known) known.count++
    else counts[facet]!.push({ slug, name, count: 1 })
  }
  for (const post of json.posts) {
    add('category', post.category)
    for (const tag of post.tags) add('tags', tag)
    for (const author of post.authors) add('authors', author)
  }
  const order = (a: Group, b: Group) => b.count - a.count || (a.slug < b.slug ? -1 : 1)
  return Object.fromEntries(Object.entries(counts).map(([name, list]) => [name, list.sort(order)]))
}

describe('facets', () => {
  test('are beside the posts, most frequent first, then by slug', async () => {
    const { json } = await get('/posts?facets=category,tags,authors&query=harbour&limit=1')
    expect(Object.keys(json)).toEqual(['posts', 'pagination', 'facets'])
    expect(json.posts).toHaveLength(1)
    expect(json.facets).toEqual({
      category: [
        { slug: 'guides', name: 'guides', count: 1 },
        { slug: 'news', name: 'Élan', count: 1 },
      ],
      tags: [
        { slug: 'css', name: 'CSS', count: 1 },
        { slug: 'größe', name: 'css', count: 1 },
        { slug: 'js', name: 'JavaScript', count: 1 },
      ],
      authors: [
        { slug: 'bo', name: 'bo', count: 2 },
        { slug: 'ada', name: 'Ada Löv', count: 1 },
      ],
    })
  })

  test.each([
    '',
    'category=notes',
    'tags=css,js&featured=true',
    'query=about',
    'query=harbour&order=asc',
    'author=bo',
  ])('count the whole match of %s', async (parameters) => {
    const expected = await counted(parameters)
    for (const limit of ['1', '3', 'all']) {
      expect(await facets(`${parameters}&limit=${limit}&facets=category,tags,authors`)).toEqual(expected)
    }
  })

  test('are only those requested, in an order of their own', async () => {
    expect(Object.keys(await facets('facets=tags'))).toEqual(['tags'])
    expect(Object.keys(await facets('facets=authors&facets=category,authors'))).toEqual([
      'category',
      'authors',
    ])
  })

  test('are empty lists if nothing matches', async () => {
    expect(await facets('facets=tags,category&query=!!!')).toEqual({ category: [], tags: [] })
  })

  test('are absent unless requested', async () => {
    const plain = await get('/posts')
    expect(plain.json.facets).toBeUndefined()
    const asked = await get('/posts?facets=%20,')
    expect(asked.text).toBe(plain.text)
    expect(asked.headers.ETag).toBe(plain.headers.ETag)
  })

  test('have an entity tag of their own', async () => {
    const tags = await Promise.all(
      ['', '?facets=tags', '?facets=tags,category', '?facets=category,tags'].map(
        async (query) => (await get(`/posts${query}`)).headers.ETag,
      ),
    )
    expect(new Set(tags).size).toBe(3)
    expect(tags[2]).toBe(tags[3])
  })

  test('keep a scheduled post to themselves', async () => {
    const at = async (now: number) =>
      (await ask(app({ now: () => now }), 'GET', '/v1/demo/posts?facets=authors,tags')).json.facets
    const before = await at(fixture.scheduled - 1)
    expect(JSON.stringify(before)).not.toContain('"cy"')
    expect((await at(fixture.scheduled)).authors).toContainEqual({ slug: 'cy', name: 'Cy', count: 1 })
  })

  test('that are unknown are a 400 that names the known ones', async () => {
    const { status, json } = await get('/posts?facets=tags,author&order=up')
    expect(status).toBe(400)
    expect(json.details).toContainEqual({
      field: 'facets',
      message:
        'facets names "author", which is not a facet; the facets are category, tags, authors, series, year, month, fields.minutes, fields.course.',
    })
    expect(json.details).toHaveLength(2)
  })
})
