// Filters and facets by fields that refer to posts, authors, categories and tags.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import * as fixture from '../support/fixture.ts'
import { slugs } from '../support/routes.ts'
import { site } from '../support/site.ts'

const post = (day: number, keys: object) =>
  `---\n${JSON.stringify({ title: `Post of day ${day}`, publishedAt: `2026-05-0${day}`, ...keys })}\n---\nText.\n`

/** The newest first. */
const files = {
  'demo/workspace.yml': `
url: https://example.org/{slug}
defaults: { category: news, authors: [ada] }
fields:
  next: { type: reference, to: [posts, tags] }
  by: { type: list, of: { type: reference, to: authors } }
  about: { type: reference, to: categories }
  parts: { type: list, fields: { of: { type: reference, to: posts } } }
  none: { type: reference, to: posts }
`,
  'demo/authors/ada.yml': 'name: Ada\n',
  'demo/authors/bo.yml': 'name: Bo\naliases: was-bo\n',
  'demo/categories.yml': 'news: { name: News }\nguides: { name: Guides }\n',
  'demo/tags.yml': 'css: { name: CSS }\nd: { name: D }\n',
  'demo/posts/later.md': `---\ntitle: Secret\npublishedAt: ${new Date(fixture.scheduled).toISOString()}\nnext: e\n---\n`,
  'demo/posts/draft.md': '---\ntitle: Draft\nstatus: draft\nnext: e\n---\n',
  'demo/posts/f.md': post(6, { next: 'later', parts: [{ of: 'later' }, { of: 'a' }], by: ['bo', 'ada'] }),
  'demo/posts/e.md': post(5, { next: 'later.md', parts: [{ of: 'later.md' }], by: ['bo'] }),
  'demo/posts/d.md': post(4, { next: 'css', about: 'news', parts: [{}], aliases: ['was-d'] }),
  'demo/posts/c.md': post(3, { next: 'd.md', about: 'guides', parts: [{ of: 'a' }, { of: 'b.md' }] }),
  'demo/posts/b.md': post(2, { next: 'a', about: 'news', none: 'draft' }),
  'demo/posts/a.md': post(1, { authors: 'bo' }),
}
const { app, get } = site({}, files)
const asked = (query: string) => get(`/posts?limit=all&select=slug&${query}`)
const atTheSecond = (query: string) =>
  ask(app({ now: () => fixture.scheduled }), 'GET', `/v1/demo/posts?limit=all&select=slug&${query}`)

describe('a filter by a reference', () => {
  test.each([
    ['fields.next=a', ['b']],
    ['fields.next=a,css', ['d', 'b']],
    ['fields.next=css&fields.next=a', ['d', 'b']],
    ['fields.next=d', ['c']],
    ['fields.next=was-d', ['c']],
    ['fields.next=none', []],
    ['fields.next=posts/a', []],
    ['fields.next.not=a,d', ['f', 'e', 'd', 'a']],
    ['fields.next.exists=true', ['d', 'c', 'b']],
    ['fields.next.exists=false', ['f', 'e', 'a']],
    ['fields.by=bo', ['f', 'e']],
    ['fields.by=was-bo&fields.by.not=ada', ['e']],
    ['fields.about=news,guides', ['d', 'c', 'b']],
    ['fields.about=css', []],
    ['fields.parts.of=a', ['f', 'c']],
    ['fields.parts.of=b,a&fields.about=guides', ['c']],
    ['fields.parts.of.exists=true', ['f', 'c']],
    ['fields.none.exists=true', []],
    ['fields.none=draft', []],
  ])('%s keeps what it says', async (query, expected) => {
    expect(slugs((await asked(query)).json)).toEqual(expected)
  })

  test('has one entity tag, however it is written', async () => {
    const tags = ['fields.next=a,css', 'fields.next=css&fields.next=a'].map(async (query) => {
      return (await asked(query)).headers.ETag
    })
    expect(await tags[0]).toBe(await tags[1])
  })

  test.each([
    ['fields.next=later', [], ['f', 'e']],
    ['fields.next.not=later', ['f', 'e', 'd', 'c', 'b', 'a'], ['later', 'd', 'c', 'b', 'a']],
    ['fields.next.exists=false', ['f', 'e', 'a'], ['a']],
    ['fields.next=later,a', ['b'], ['f', 'e', 'b']],
    ['fields.parts.of=later', [], ['f', 'e']],
    ['fields.parts.of.exists=true', ['f', 'c'], ['f', 'e', 'c']],
  ])('%s finds what appears from its second on', async (query, before, then) => {
    expect(slugs((await asked(query)).json)).toEqual(before)
    expect(slugs((await atTheSecond(query)).json)).toEqual(then)
  })

  test.each([
    ['fields.next.lt=a', 'fields.next.lt has the operator "lt"; a reference takes not, exists.'],
    [
      'fields.nxt=a',
      'fields.nxt names "nxt", which is not a field that can be filtered; the nearest is next, and the fields are next, by, about, parts.of, none.',
    ],
    [
      'sort=fields.next',
      'sort must be one of relevance, publishedAt, -publishedAt, updatedAt, -updatedAt, but is "fields.next".',
    ],
  ])('%s is a 400', async (query, message) => {
    const { json } = await asked(query)
    expect(json.details.map((one: { message: string }) => one.message)).toEqual([message])
  })
})

describe('a facet of references', () => {
  const query = 'facets=fields.next,fields.parts.of,fields.by,fields.about&select=slug'
  const facet = (name: string, ...values: [slug: string, name: string, count: number][]) => [
    `fields.${name}`,
    values.map(([slug, name, count]) => ({ slug, name, count })),
  ]
  const [a, d, css] = [
    ['a', 'Post of day 1', 1],
    ['d', 'Post of day 4', 1],
    ['css', 'CSS', 1],
  ] as const

  test('has titles and names, and equally frequent ones in the order of their list', async () => {
    const { facets } = (await asked(query)).json
    expect(Object.entries(facets)).toEqual([
      facet('next', [...d], [...a], [...css]),
      facet('by', ['bo', 'Bo', 2], ['ada', 'Ada', 1]),
      facet('about', ['news', 'News', 2], ['guides', 'Guides', 1]),
      facet('parts.of', ['a', 'Post of day 1', 2], ['b', 'Post of day 2', 1]),
    ])
  })

  test('has a post from its second on', async () => {
    const { facets } = (await atTheSecond(query)).json
    expect(facets['fields.next'][0]).toEqual({ slug: 'later', name: 'Secret', count: 2 })
    expect((await asked(query)).text).not.toMatch(/later|Secret/)
  })
})
