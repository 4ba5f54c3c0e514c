// A real blog of a thousand posts, where its workspace stands beside the project: the API's answers against the
// model over the very files.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type App, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { build } from '../../build/index.ts'
import { openSnapshots, type Snapshots } from '../../snapshot/snapshots.ts'
import { seeded } from '../bench/words.ts'
import { ask } from '../contract/ask.ts'
import { type ModelPost, modelList, type Parameters, words } from './model.ts'

const corpus = fileURLToPath(new URL('../../../shared/corpus/nodejs-blog', import.meta.url))
const present = existsSync(corpus)
if (!present) console.warn(`skipped: the corpus is not at ${corpus}`)

const now = Date.UTC(2027, 0, 1)
const root = mkdtempSync(join(tmpdir(), 'galley-corpus-'))
let app: App
let snapshots: Snapshots
let posts: ModelPost[]

/** The posts as their files say it; their texts as the API shows them. */
function readPosts(texts: Map<string, string>): ModelPost[] {
  return readdirSync(join(corpus, 'posts'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => {
      const [, front = ''] = readFileSync(join(corpus, 'posts', name), 'utf8').split(/^---\r?$/m)
      const meta = parse(front)
      const slug = meta.slug ?? basename(name, '.md').replace(/^\d{4}-\d{2}-\d{2}-/, '')
      const publishedAt = Date.parse(meta.publishedAt)
      return {
        slug,
        title: String(meta.title),
        text: texts.get(slug) ?? '',
        publishedAt,
        updatedAt: meta.updatedAt === undefined ? publishedAt : Date.parse(meta.updatedAt),
        featured: meta.featured ?? false,
        category: meta.category,
        tags: meta.tags ?? [],
        authors: meta.authors,
      }
    })
}

describe.skipIf(!present)('the corpus', () => {
  beforeAll(async () => {
    cpSync(corpus, join(root, 'content/nodejs-blog'), { recursive: true })
    const options = {
      content: join(root, 'content'),
      out: join(root, 'dist'),
      drafts: false,
      strict: false,
      env: {},
    }
    const { problems } = await build(options)
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
    snapshots = openSnapshots(join(root, 'dist/data'))
    const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
    app = createApp({ snapshots, limiter, now: () => now, log: () => {} })
    const all = (await ask(app, 'GET', '/v1/nodejs-blog/posts?limit=all&format=text&select=slug,content'))
      .json.posts
    posts = readPosts(
      new Map(all.map(({ slug, content }: { slug: string; content: string }) => [slug, content])),
    )
  }, 180_000)

  afterAll(() => {
    snapshots?.close()
    rmSync(root, { recursive: true, force: true })
  })

  async function check(parameters: Parameters): Promise<number> {
    const target = `/v1/nodejs-blog/posts?${new URLSearchParams({ select: 'slug', ...parameters })}`
    const { status, json } = await ask(app, 'GET', target)
    const expected = modelList(posts, parameters, now)
    expect(status, target).toBe(expected.status)
    if (status === 400) return 0
    expect(
      json.posts.map(({ slug }: { slug: string }) => slug),
      target,
    ).toEqual(expected.slugs)
    expect(json.pagination.totalItems, target).toBe(expected.totalItems)
    return expected.totalItems
  }

  test('comes back whole: every post by slug and by id, in both orders', async () => {
    expect(posts).toHaveLength(1_048)
    expect(await check({ limit: 'all' })).toBe(1_048)
    await check({ limit: 'all', order: 'asc' })
    const { json } = await ask(app, 'GET', '/v1/nodejs-blog/posts?limit=all&select=id,slug')
    for (const { id, slug } of json.posts) {
      for (const name of [slug, id]) {
        const reply = await ask(app, 'GET', `/v1/nodejs-blog/posts/${encodeURIComponent(name)}?select=slug`)
        expect(reply.json).toEqual({ post: { slug } })
      }
    }
  })

  test('counts its categories, tags and authors as the model does', async () => {
    for (const [list, field] of [
      ['categories', 'category'],
      ['tags', 'tags'],
      ['authors', 'authors'],
    ] as const) {
      const { json } = await ask(app, 'GET', `/v1/nodejs-blog/${list}?select=slug,count`)
      const counts = new Map<string, number>()
      for (const slug of posts.flatMap((post) => post[field])) counts.set(slug, (counts.get(slug) ?? 0) + 1)
      const listed = json[list].filter(({ count }: { count: { posts: number } }) => count.posts > 0)
      expect(
        new Map(listed.map((one: { slug: string; count: { posts: number } }) => [one.slug, one.count.posts])),
      ).toEqual(counts)
    }
  })

  test('filters and orders as the model does', async () => {
    const slugs = {
      category: unique(posts.map(({ category }) => category)),
      tags: unique(posts.flatMap(({ tags }) => tags)),
    }
    for (const category of slugs.category) await check({ category, limit: '50' })
    for (const tag of slugs.tags) await check({ tags: tag, order: 'asc', limit: '50' })
    for (const author of unique(posts.flatMap(({ authors }) => authors)))
      await check({ author, limit: 'all' })
    for (const sort of ['updatedAt', '-updatedAt', 'publishedAt'])
      await check({ sort, limit: '100', page: '3' })
    await check({ tags: 'lts,security', tagsMatch: 'all', excludeCategories: 'vulnerability', limit: 'all' })
    await check({ categories: 'weekly,events', excludeTags: 'current', limit: 'all' })
  })

  test('finds words and beginnings of words as the model does', async () => {
    const random = seeded(4)
    const texts = posts.map(({ title, text }) =>
      words(`${title} ${text}`).filter((word) => /^[a-z0-9]+$/.test(word)),
    )
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
    let found = 0
    for (let i = 0; i < 120; i++) {
      const own = pick(texts)
      const asked = Array.from({ length: 1 + (i % 3) }, () => pick(own)).filter((word) => word !== undefined)
      const query = asked
        .map((word) => (i % 2 ? word : word.slice(0, 1 + Math.floor(random() * word.length))))
        .join(' ')
      if (query !== '') found += Number((await check({ query, limit: '40' })) > 0)
    }
    expect(found).toBeGreaterThan(100)
  })
})

function unique(list: string[]): string[] {
  return [...new Set(list)].sort()
}
