// Categories, tags and authors: lists and single ones, declared and inferred.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { scheduled } from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const counts = (items: { slug: string; count: { posts: number } }[]) =>
  Object.fromEntries(items.map(({ slug, count }) => [slug, count.posts]))

describe('a list of declared entries', () => {
  test.each([
    ['categories', { attic: 0, news: 3, guides: 6, notes: 11 }],
    ['tags', { css: 8, größe: 1, git: 3, js: 2, unused: 0 }],
    ['authors', { ada: 18, bo: 3 }],
  ])('of %s is ordered by folded name, then slug, and counts what is visible', async (resource, expected) => {
    const { json } = await get(`/${resource}`)
    expect(slugs(json)).toEqual(Object.keys(expected))
    expect(counts(json[resource])).toEqual(expected)
  })

  test.each(['categories', 'tags', 'authors'])('of %s counts what a filter finds', async (resource) => {
    const filter = { categories: 'category', tags: 'tags', authors: 'author' }[resource]
    for (const { slug, count } of (await get(`/${resource}`)).json[resource]) {
      const { json } = await get(`/posts?${filter}=${slug}&select=slug`)
      expect([slug, json.pagination.totalItems]).toEqual([slug, count.posts])
    }
  })

  test('has them as in their files', async () => {
    const categories = (await get('/categories')).json.categories
    expect(categories[1]).toEqual({
      id: 'category_news',
      name: 'Élan',
      slug: 'news',
      description: 'What happened.',
      count: { posts: 3 },
    })
    expect(categories[0]).toMatchObject({ name: 'Attic', description: '' })
    expect((await get('/tags')).json.tags[1]).toMatchObject({ name: 'css', description: null })
  })

  test('counts inside posts as in the lists', async () => {
    const { json } = await get('/posts/welcome')
    expect(json.post.category).toEqual((await get('/categories/news')).json.category)
    expect(json.post.tags).toEqual([(await get('/tags/css')).json.tag, (await get('/tags/js')).json.tag])
  })

  test('gives authors a count that authors inside posts do not have', async () => {
    const { count, ...author } = (await get('/authors/ada')).json.author
    expect(count).toEqual({ posts: 18 })
    expect((await get('/posts/tie-z')).json.post.authors).toEqual([author])
  })
})

describe('a single one', () => {
  test.each([
    ['categories', 'category'],
    ['tags', 'tag'],
    ['authors', 'author'],
  ])('of %s is the same as in the list, by slug and by id', async (resource, word) => {
    for (const item of (await get(`/${resource}`)).json[resource]) {
      expect((await get(`/${resource}/${encodeURIComponent(item.slug)}`)).json).toEqual({ [word]: item })
      expect((await get(`/${resource}/${item.id}`)).json).toEqual({ [word]: item })
    }
  })

  test.each([
    ['/categories/nope', 'Category not found'],
    ['/categories/News', 'Category not found'],
    ['/categories/tag_css', 'Category not found'],
    ['/tags/nope', 'Tag not found'],
    ['/tags/news', 'Tag not found'],
    ['/authors/nope', 'Author not found'],
    ['/authors/cy', 'Author not found'],
    ['/authors/dee', 'Author not found'],
    ['/authors/__proto__', 'Author not found'],
  ])('%s is "%s"', async (path, error) => {
    const { status, json } = await get(path)
    expect([status, json.error, json.details.statusCode]).toEqual([404, error, 404])
  })

  test('is found by a slug in decomposed form', async () => {
    const { json } = await get('/tags/gro%CC%88%C3%9Fe')
    expect(json.tag).toMatchObject({ slug: 'größe', name: 'css' })
  })

  test('of declared ones exists without a single post', async () => {
    expect((await get('/categories/attic')).json.category.count).toEqual({ posts: 0 })
    expect((await get('/tags/unused')).json.tag.count).toEqual({ posts: 0 })
  })
})

describe('inferred entries', () => {
  const loose = (path: string, now?: number) =>
    ask(app(now === undefined ? {} : { now: () => now }), 'GET', `/v1/loose${path}`)

  test('are made from what visible posts name', async () => {
    expect((await loose('/categories')).json.categories).toMatchObject([
      { name: 'Design systems', slug: 'design-systems', description: '', count: { posts: 1 } },
      { name: 'Entwürfe', slug: 'entwürfe', description: '', count: { posts: 1 } },
    ])
    expect((await loose('/tags')).json.tags).toMatchObject([
      { name: 'C#', slug: 'c-sharp', description: null, count: { posts: 1 } },
      { name: 'Machine Learning', slug: 'machine-learning', description: null, count: { posts: 1 } },
    ])
    expect((await loose('/authors')).json.authors).toMatchObject([
      {
        name: 'Zoë',
        slug: 'zoë',
        image: '',
        bio: '',
        role: '',
        socials: [],
        count: { posts: 2 },
      },
    ])
  })

  test.each(['/categories/hidden', '/tags/quantum', '/authors/kay'])(
    '%s appears with its first post',
    async (path) => {
      expect((await loose(path, scheduled - 1)).status).toBe(404)
      expect(Object.values((await loose(path, scheduled)).json)[0]).toMatchObject({ count: { posts: 1 } })
    },
  )

  test.each(['/categories/drawer', '/tags/pencil', '/authors/lee'])(
    '%s does not exist for a draft',
    async (path) => {
      expect((await loose(path, scheduled)).status).toBe(404)
    },
  )

  test('are absent for a workspace that declares its own and has no posts', async () => {
    const { json } = await ask(app(), 'GET', '/v1/empty/categories')
    expect(json.categories).toMatchObject([{ slug: 'news', count: { posts: 0 } }])
    expect((await ask(app(), 'GET', '/v1/empty/tags')).json.tags).toEqual([])
  })
})
