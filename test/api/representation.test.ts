// format and select: how an item is represented.
import { describe, expect, test } from 'vitest'
import { files, visible } from '../support/fixture.ts'
import { selectable, slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { get } = site()

const postFields = [
  'id',
  'slug',
  'title',
  'content',
  'featured',
  'description',
  'coverImage',
  'publishedAt',
  'updatedAt',
  'status',
  'authors',
  'category',
  'tags',
  'attribution',
  'fields',
]

describe('the format', () => {
  test('is HTML unless something else is asked for', async () => {
    for (const path of ['/posts?limit=all', '/posts/welcome', '/post/welcome']) {
      const { text } = await get(path)
      expect((await get(`${path}${path.includes('?') ? '&' : '?'}format=html`)).text).toBe(text)
    }
    const { json } = await get('/post/welcome')
    expect(json.post.content).toMatch(/^<p>First <strong>words<\/strong>\.<\/p>\s*<p>A <a /)
  })

  test('markdown is the source after the front matter, byte for byte', async () => {
    const { json } = await get('/posts?format=markdown&limit=all')
    for (const { slug, content } of json.posts) {
      expect(files[`demo/posts/${slug}.md`]?.endsWith(`\n---\n${content}`), slug).toBe(true)
    }
    expect(slugs(json)).toEqual(visible)
    expect((await get('/post/welcome?format=markdown')).json.post).toEqual(json.posts[0])
  })

  test('text has the words, without markup or addresses', async () => {
    const { json } = await get('/post/welcome?format=text')
    expect(json.post.content.trim()).toBe('First words.\n\nA link.')
    expect((await get('/posts?limit=1&format=text')).json.posts[0]).toEqual(json.post)
  })

  test('changes nothing but the content', async () => {
    const { content: _, ...html } = (await get('/post/welcome')).json.post
    for (const format of ['markdown', 'text']) {
      const { content: _, ...other } = (await get(`/post/welcome?format=${format}`)).json.post
      expect(other).toEqual(html)
    }
  })
})

describe('select', () => {
  test('knows every field an item has', async () => {
    const { json } = await get('/posts/welcome')
    expect(Object.keys(json.post).sort()).toEqual([...postFields].sort())
  })

  test.each(postFields)('gives %s alone, as it is in the whole post', async (field) => {
    const whole = (await get('/posts/welcome')).json.post
    expect((await get(`/posts/welcome?select=${field}`)).json).toEqual({ post: { [field]: whole[field] } })
    expect((await get(`/posts?limit=1&select=${field}`)).json.posts).toEqual([{ [field]: whole[field] }])
  })

  test.each(selectable)('gives several fields on %s', async (path) => {
    const [name, whole] = Object.entries((await get(path)).json)[0]!
    const { json } = await get(`${path}?select=id,%20slug,slug&select=id`)
    const expected = [whole].flat().map((item) => {
      const { id, slug } = item as { id: string; slug: string }
      return { id, slug }
    })
    expect([json[name]].flat()).toEqual(expected)
  })

  test.each([
    ['/categories', ['id', 'name', 'slug', 'description', 'count']],
    ['/tags', ['id', 'name', 'slug', 'description', 'count']],
    ['/authors', ['id', 'name', 'slug', 'image', 'bio', 'role', 'socials', 'count']],
  ])('gives each field of %s alone', async (path, fields) => {
    const whole = Object.values((await get(path)).json)[0] as Record<string, unknown>[]
    expect(Object.keys(whole[0]!).sort()).toEqual([...fields].sort())
    for (const field of fields) {
      const { json } = await get(`${path}?select=${field}`)
      expect(Object.values(json)[0]).toEqual(whole.map((item) => ({ [field]: item[field] })))
    }
  })

  test('leaves pagination and order alone', async () => {
    const { json } = await get('/posts?limit=3&page=2&select=slug')
    expect(slugs(json)).toEqual(visible.slice(3, 6))
    expect(json.pagination).toEqual((await get('/posts?limit=3&page=2')).json.pagination)
  })

  test('combines with a format', async () => {
    const { json } = await get('/post/renamed?select=content&format=markdown')
    expect(json).toEqual({ post: { content: 'It was called something else.\n' } })
  })
})
