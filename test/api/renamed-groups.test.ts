// Earlier slugs of categories, tags and authors.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now, scheduled } from '../support/fixture.ts'
import { site } from '../support/site.ts'
import { type Files, postFile } from '../support/workspace.ts'

const later = new Date(scheduled).toISOString()
const filesWith = (alias: (slug: string) => string): Files => ({
  'blog/workspace.yml': 'url: https://example.org/{slug}\n',
  'blog/categories.yml': `news: { name: News${alias('neues')} }\nempty: { name: Empty${alias('leer')} }\n`,
  'blog/tags.yml': `web: { name: Web${alias('netz')} }\ncss: { name: CSS }\n`,
  'blog/authors/ada.yml': `{ name: Ada${alias('augusta')} }\n`,
  'blog/authors/grace.yml': `{ name: Grace${alias('amazing')} }\n`,
  'blog/authors/nobody.yml': `{ name: Nobody${alias('ghost')} }\n`,
  'blog/posts/a.md': postFile({ authors: 'ada', category: 'news', tags: '[web, css]' }),
  'blog/posts/b.md': postFile({ authors: 'ada', category: 'news', tags: 'css' }),
  'blog/posts/later.md': postFile({ publishedAt: later, authors: 'grace', category: 'news' }),
  'blog/posts/draft.md': postFile({ status: 'draft', authors: 'nobody', category: 'news' }),
})
const { app, edition } = site(
  {},
  filesWith((alias) => `, aliases: [${alias}, ${alias}-日本]`),
)
const plain = site(
  {},
  filesWith(() => ''),
)
/** Only an author that is not visible yet was called something else. */
const hidden = site(
  {},
  filesWith((alias) => (alias === 'amazing' ? ', aliases: amazing' : '')),
)
const get = (path: string, headers = {}, method = 'GET') => ask(app(), method, `/${path}`, headers)

describe('an earlier slug of a category, tag or author', () => {
  test.each([
    ['v1/blog/categories/neues', '/v1/blog/categories/news'],
    ['v1/blog/categories/leer', '/v1/blog/categories/empty'],
    ['v1/blog/tags/netz?select=name', '/v1/blog/tags/web?select=name'],
    ['v1/blog/tags/netz-%E6%97%A5%E6%9C%AC', '/v1/blog/tags/web'],
    ['blog/v1/authors/augusta/', '/v1/blog/authors/ada'],
    ['v1/blog/authors/augusta/feed.xml?limit=1', '/v1/blog/authors/ada/feed.xml?limit=1'],
    ['v1/blog/tags/netz/feed.json', '/v1/blog/tags/web/feed.json'],
    ['v1/blog/categories/neues/feed.atom', '/v1/blog/categories/news/feed.atom'],
  ])('is redirected in one hop: %s', async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, { 'If-None-Match': '*' }, method)
      expect([status, headers.Location]).toEqual([308, location])
      expect(headers['X-Snapshot-Id']).toBe(edition('blog').id)
    }
    expect((await get(location.slice(1))).status).toBe(200)
  })

  test('stands for the present one in filters', async () => {
    const found = async (query: string) => {
      const { json, headers } = await get(`v1/blog/posts?select=slug&${query}`)
      return [json.posts.map(({ slug }: { slug: string }) => slug), headers.ETag]
    }
    for (const [earlier, present] of [
      ['category=neues', 'category=news'],
      ['categories=leer,neues', 'categories=empty,news'],
      ['excludeCategories=neues', 'excludeCategories=news'],
      ['exclude=neues', 'exclude=news'],
      ['tags=netz', 'tags=web'],
      ['tags=netz,web,css&tagsMatch=all', 'tags=css,web&tagsMatch=all'],
      ['excludeTags=netz', 'excludeTags=web'],
      ['author=augusta', 'author=ada'],
    ]) {
      expect([earlier, await found(earlier!)]).toEqual([earlier, await found(present!)])
    }
    expect((await found('tags=netz'))[0]).toEqual(['a'])
    expect((await found('excludeTags=netz'))[0]).toEqual(['b'])
  })

  test('is unknown as long as the present one is, and tells nothing of it', async () => {
    const at = async (path: string, time = now) => {
      const { status, text, headers } = await ask(app({ now: () => time }), 'GET', `/v1/blog/${path}`)
      return { status, text, ETag: headers.ETag, location: headers.Location }
    }
    for (const path of [
      'authors/ghost',
      'authors/ghost/feed.xml',
      'authors/amazing',
      'authors/amazing/feed.json',
    ]) {
      expect(await at(path)).toEqual(await at(path.replace(/ghost|amazing/, 'unknown')))
    }
    expect((await at('authors/amazing')).status).toBe(404)
    expect(hidden.edition('blog').id).toBe(plain.edition('blog').id)
    expect(edition('blog').id).not.toBe(plain.edition('blog').id)
    const filter = async (author: string) => (await get(`v1/blog/posts?author=${author}`)).headers.ETag
    expect(await filter('amazing')).not.toBe(await filter('grace'))
    const idAt = async (one: typeof plain) =>
      (await ask(one.app({ now: () => scheduled }), 'GET', '/v1/blog')).headers['X-Snapshot-Id']
    expect(await idAt(hidden)).not.toBe(await idAt(plain))
    expect(await at('authors/amazing', scheduled)).toMatchObject({
      status: 308,
      location: '/v1/blog/authors/grace',
    })
  })

  test('is in no reply', async () => {
    for (const path of [
      'categories',
      'tags',
      'authors',
      'posts?include=aliases',
      'redirects',
      'feed.xml',
      'tags/web',
    ]) {
      const own = await get(`v1/blog/${path}`)
      expect([path, own.status, /netz|neues|augusta|amazing/.test(own.text)]).toEqual([path, 200, false])
      expect(own.text).toBe((await ask(plain.app(), 'GET', `/v1/blog/${path}`)).text)
    }
  })
})
