// GET …/posts and a single post: their contents, and the names a post is found by.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { visible } from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app, get } = site()

const welcome = {
  id: 'post_welcome',
  slug: 'welcome',
  title: 'Welcome to the harbour',
  featured: true,
  description: 'What this is about.',
  coverImage: 'https://example.org/cover.jpg',
  publishedAt: '2026-06-15T12:00:00.000Z',
  updatedAt: '2026-06-15T12:30:00.000Z',
  status: 'published',
  authors: [
    {
      id: 'author_ada',
      name: 'Ada Löv',
      slug: 'ada',
      image: 'https://example.org/ada.jpg',
      bio: 'Writes.',
      role: 'Editor',
      socials: [{ platform: 'github', url: 'https://github.com/ada' }],
    },
    { name: 'bo', slug: 'bo', image: '', bio: '', role: '', socials: [] },
  ],
  category: {
    id: 'category_news',
    name: 'Élan',
    slug: 'news',
    description: 'What happened.',
    count: { posts: 3 },
  },
  tags: [
    { id: 'tag_css', name: 'CSS', slug: 'css', description: 'Style sheets.', count: { posts: 8 } },
    { name: 'JavaScript', slug: 'js', description: null, count: { posts: 2 } },
  ],
  attribution: { author: 'Cleo', url: 'https://example.org/cleo' },
  fields: { minutes: 4, course: 'start' },
}

describe('the list of posts', () => {
  test('begins with the ten newest and says which page it is', async () => {
    const { json } = await get('/posts')
    expect(slugs(json)).toEqual(visible.slice(0, 10))
    expect(json.pagination).toEqual({
      limit: 10,
      currentPage: 1,
      previousPage: null,
      nextPage: 2,
      totalPages: 2,
      totalItems: 20,
    })
  })

  test('has each post whole', async () => {
    const { json } = await get('/posts?limit=1')
    expect(json.posts[0]).toMatchObject(welcome)
    expect(json.posts[0].content).toContain('<strong>words</strong>')
  })

  test('has empty text where the author wrote none, and null for unset custom fields', async () => {
    const { json } = await get('/posts/tie-z')
    expect(json.post).toMatchObject({ coverImage: '', attribution: null, tags: [] })
    expect(json.post.fields).toEqual({ minutes: null, course: null })
    expect(json.post.updatedAt).toBe(json.post.publishedAt)
  })

  test('has no custom fields if the workspace defines none', async () => {
    const { json } = await ask(app(), 'GET', '/v1/loose/posts')
    expect(json.posts[0].fields).toEqual({})
  })

  test('is the same by every key of the workspace', async () => {
    const { text } = await ask(app(), 'GET', '/v1/demo_next/posts')
    expect(text).toBe((await get('/posts')).text)
  })

  test('holds only what belongs to its workspace', async () => {
    const { json } = await ask(app(), 'GET', '/v1/loose/posts?limit=all')
    expect(slugs(json)).toEqual(['second', 'first'])
  })
})

describe('one post', () => {
  test('is the same as in the list', async () => {
    const { json } = await get('/posts?limit=all')
    for (const post of json.posts) {
      expect((await get(`/post/${encodeURIComponent(post.slug)}`)).json).toEqual({ post })
    }
  })

  test.each([
    ['its slug', 'renamed', 'renamed'],
    ['its id', 'post_stable', 'renamed'],
    ['a slug beyond ASCII', 'z%C3%BCrich', 'zürich'],
    ['a slug in decomposed form', 'zu%CC%88rich', 'zürich'],
    ['a slug with escapes nobody needs', '%72enamed', 'renamed'],
  ])('is found by %s, below posts and post alike', async (_, name, slug) => {
    const [first, second] = [await get(`/posts/${name}`), await get(`/post/${name}`)]
    expect(first.json.post.slug).toBe(slug)
    expect(second.text).toBe(first.text)
  })

  test.each(['nope', 'Welcome', 'WELCOME', 'welcome%20', 'a%2Fb', 'constructor', '__proto__'])(
    'named %s does not exist',
    async (name) => {
      for (const word of ['posts', 'post']) {
        const { status, json } = await get(`/${word}/${name}`)
        expect([status, json.error]).toEqual([404, 'Post not found'])
      }
    },
  )
})
