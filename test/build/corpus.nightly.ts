// Real input: fifteen years of a blog, with everything that real posts contain. The API's replies are compared with the
// files themselves, read here in the simplest way that works for them.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BuildResult, build } from '../../build/index.ts'
import { textOf } from '../../snapshot/text/html-text.ts'
import { seeded } from '../bench/words.ts'
import { type ModelPost, modelList, type Parameters, words } from '../support/model.ts'
import { type Reader, reader } from '../support/reading.ts'
import { modelText } from '../support/text-model.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus', import.meta.url))
const isHere = existsSync(join(corpus, 'nodejs-blog/posts'))

interface Source {
  slug: string
  title: string
  description: string
  publishedAt: string
  authors: string[]
  category: string
  tags: string[]
  body: string
}

function sources(): Source[] {
  const posts = join(corpus, 'nodejs-blog/posts')
  return readdirSync(posts, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(
        readFileSync(join(posts, name), 'utf8'),
      )!
      const line = (key: string) => new RegExp(`^${key}: (.*)$`, 'm').exec(front)?.[1] ?? ''
      const list = (key: string) => line(key).replace(/[[\]]/g, '').split(', ').filter(Boolean)
      return {
        slug: basename(name, '.md').replace(/^\d{4}-\d\d-\d\d-/, ''),
        title: JSON.parse(line('title')),
        description: JSON.parse(line('description')),
        publishedAt: new Date(JSON.parse(line('publishedAt'))).toISOString(),
        authors: list('authors'),
        category: line('category'),
        tags: list('tags'),
        body,
      }
    })
}

/** After the newest post. */
const now = Date.UTC(2030, 0, 1)

describe.skipIf(!isHere)(`a real blog${isHere ? '' : ' (skipped: there is no ../shared/corpus)'}`, () => {
  const posts = isHere ? sources() : []
  let out: string
  let result: BuildResult
  let api: Reader
  let models: ModelPost[]
  const ask = (path: string) => api.get(`nodejs-blog/${path}`)

  beforeAll(async () => {
    out = mkdtempSync(join(tmpdir(), 'galley-'))
    result = await build({
      content: corpus,
      out,
      drafts: false,
      strict: false,
      env: { SOURCE_DATE_EPOCH: '1' },
    })
    api = reader({ out }, now)
    const texts = new Map<string, string>()
    for (const { slug, content } of (await ask('posts?limit=all&format=text')).posts) texts.set(slug, content)
    models = posts.map((post) => asModel(post, texts.get(post.slug)!))
  }, 120_000)
  afterAll(() => {
    api?.close()
    rmSync(out, { recursive: true, force: true })
  })

  test('builds without an error, and warns of what readers do not see as it is written', () => {
    const warnings = result.problems.map(
      ({ file, severity, code }) => `${severity} ${code} ${basename(file)}`,
    )
    expect(warnings).toEqual([
      'warning unused-file README.md',
      'warning unused-file LICENSE',
      'warning dropped-html npm-1-0-the-new-ls.md',
      'warning dropped-html welcome-to-the-node-blog.md',
      'warning dropped-html bert-belder-libuv-lxjs-2012.md',
      ...Array(3).fill('warning dropped-html bryan-cantrill-instrumenting-the-real-time-web.md'),
      'warning dropped-html service-logging-in-json-with-bunyan.md',
      'warning dropped-html peer-dependencies.md',
      ...Array(2).fill('warning dropped-html v0-10-0.md'),
      ...['v12-to-v14', 'v14-to-v16', 'v16-to-v18', 'v20-to-v22', 'v22-to-v24'].map(
        (slug) => `warning template-text ${slug}.md`,
      ),
      'warning dropped-html march-2026-hashdos.md',
    ])
    expect(result.workspaces).toMatchObject([
      { folder: 'nodejs-blog', posts: 1048, authors: 75, categories: 13, tags: 30 },
    ])
  })

  test('returns every post by slug and by id, with the content of its file', async () => {
    const all = (await ask('posts?limit=all&format=markdown')).posts
    expect(all).toHaveLength(posts.length)
    const bySlug = new Map<string, { id: string }>(all.map((post: { slug: string }) => [post.slug, post]))
    for (const { slug, title, description, publishedAt, authors, category, tags, body } of posts) {
      const post = bySlug.get(slug)
      expect(post).toMatchObject({
        slug,
        title,
        description,
        publishedAt,
        status: 'published',
        content: body,
      })
      expect(post).toMatchObject({ category: { slug: category }, tags: tags.map((tag) => ({ slug: tag })) })
      expect(post).toMatchObject({ authors: authors.map((author) => ({ slug: author })) })
      const [one, same] = await Promise.all([
        ask(`posts/${slug}?format=markdown`),
        ask(`posts/${post!.id}?format=markdown`),
      ])
      expect(one.post).toEqual(post)
      expect(same.post).toEqual(post)
    }
  })

  test('counts what its files say', async () => {
    for (const [path, key] of [
      ['categories', 'category'],
      ['tags', 'tags'],
      ['authors', 'authors'],
    ] as const) {
      const items: { slug: string; count: { posts: number } }[] = (await ask(path))[path]
      for (const { slug, count } of items) {
        expect([slug, count.posts]).toEqual([
          slug,
          posts.filter((post) => [post[key]].flat().includes(slug)).length,
        ])
      }
      expect(new Set(items.map(({ slug }) => slug))).toEqual(new Set(posts.flatMap((post) => post[key])))
    }
  })

  test.each<Parameters>([
    {},
    { order: 'asc' },
    { sort: 'updatedAt' },
    { limit: '7', page: '13' },
    { category: 'vulnerability' },
    { category: 'release', tags: 'v14,v16', order: 'asc' },
    { tags: 'security,lts', tagsMatch: 'all' },
    { excludeCategories: 'release,weekly', author: 'rafael-gonzaga' },
    { tags: 'v8', excludeTags: 'lts', limit: '50' },
    { query: 'security' },
    { query: 'buffer overflow' },
    { query: 'http2 server', category: 'release', tags: 'v12' },
    { query: 'depre' },
    { query: 'Nießen' },
    { query: 'unrefed' },
  ])('lists what the model lists for %j', async (parameters) => {
    await check(parameters)
  })

  async function check(parameters: Parameters): Promise<number> {
    const answer = await ask(`posts?${new URLSearchParams({ select: 'slug', ...parameters })}`)
    const expected = modelList(models, parameters, now)
    expect(answer.pagination.totalItems, JSON.stringify(parameters)).toBe(expected.totalItems)
    expect(
      answer.posts.map(({ slug }: { slug: string }) => slug),
      JSON.stringify(parameters),
    ).toEqual(expected.slugs)
    return expected.totalItems
  }

  test('lists the same as the model for every category, tag and author', async () => {
    const distinct = (slugs: string[]) => [...new Set(slugs)]
    for (const category of distinct(posts.map((post) => post.category)))
      await check({ category, limit: '50' })
    for (const tags of distinct(posts.flatMap((post) => post.tags))) await check({ tags, order: 'asc' })
    for (const author of distinct(posts.flatMap((post) => post.authors)))
      await check({ author, limit: 'all' })
  })

  test('finds the same as the model for words and prefixes from the posts', async () => {
    const random = seeded(4)
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    const texts = models.map(({ title, text }) =>
      words(`${title} ${text}`).filter((word) => /^[a-z0-9]+$/.test(word)),
    )
    let found = 0
    for (let i = 0; i < 120; i++) {
      const own = pick(texts)
      const drawn = Array.from({ length: 1 + (i % 3) }, () => pick(own) ?? 'node')
      const asked = drawn.map((word) =>
        i % 2 ? word : word.slice(0, 1 + Math.floor(random() * word.length)),
      )
      found += Number((await check({ query: asked.join(' '), limit: '40' })) > 0)
    }
    expect(found).toBeGreaterThan(100)
  })

  test('has the text that an obvious program derives', async () => {
    type Contents = { posts: { content: string }[] }
    const { posts: texts }: Contents = await ask('posts?limit=all&format=text&select=content')
    const { posts: htmls }: Contents = await ask('posts?limit=all&select=content')
    const derived = htmls.map(({ content }) => modelText(content))
    expect(texts.map(({ content }) => content).join('\0') === derived.join('\0')).toBe(true)
  })

  test('loses no words on the way from markdown to text', async () => {
    let [all, lost] = [0, 0]
    for (const { slug, content } of (await ask('posts?limit=all')).posts) {
      const known = new Set(textOf(content).match(WORD))
      const written = new Set(proseOf(posts.find((post) => post.slug === slug)!.body).match(WORD))
      all += written.size
      lost += [...written].filter((word) => !known.has(word)).length
    }
    // What is left are words in image descriptions and languages of code fences.
    expect(all).toBeGreaterThan(400_000)
    expect(lost / all).toBeLessThan(0.0005)
  })
})

const WORD = /[\p{L}\p{N}]{4,}/gu

/** Markdown without URLs and tags. */
function proseOf(markdown: string): string {
  return markdown
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/^\[[^\]]+\]:.*$/gm, '')
    .replace(/(\[[^\]]*\])\[[^\]]*\]/g, '$1')
    .replace(/<[^>\n]*>/g, ' ')
    .replace(/https?:\S+/g, '')
}

function asModel({ slug, title, publishedAt, category, tags, authors }: Source, text: string): ModelPost {
  const instant = Date.parse(publishedAt)
  return {
    slug,
    title,
    text,
    publishedAt: instant,
    updatedAt: instant,
    featured: false,
    category,
    tags,
    authors,
  }
}
