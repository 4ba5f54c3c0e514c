// Replies as gzip: whatever posts are like, they unpack to the plain reply, and tell nothing of what is not visible.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { type App, createApp } from '../../api/_app/app.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { seeded, sentence } from '../bench/words.ts'
import { readBody } from '../support/body.ts'
import type { WholePost, WholeWorkspace } from '../support/bulk.ts'
import { placeOf } from '../support/sealed.ts'
import { fixed, tries } from './tries.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-gzip-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const now = Date.UTC(2026, 6, 1)

const folders = new Map<WholeWorkspace, string>()

/** Writes it once, however many apps answer from it. */
function written(workspace: WholeWorkspace): string {
  const known = folders.get(workspace)
  if (known !== undefined) return known
  const data = mkdtempSync(join(root, 'data-'))
  writeSnapshot(data, { workspaces: [workspace], builtAt: null, preview: null, keepPrevious: false })
  folders.set(workspace, data)
  return data
}

function appOf(workspace: WholeWorkspace): App {
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  return createApp({ snapshots: openSnapshots(written(workspace)), limiter, now: () => now, log: () => {} })
}

async function ask(app: App, target: string, encoding: string, method = 'GET') {
  const header = (name: string) => (name === 'accept-encoding' ? encoding : undefined)
  const reply = await app({ method, target: `/v1/demo/${target}`, header, address: undefined })
  const bytes = await readBody(reply, method)
  return { status: reply.status, headers: reply.headers, bytes }
}

/** Searches find the posts by their titles. */
function found(count: number): WholeWorkspace {
  const workspace = syntheticWorkspace('demo', count)
  // To copy a post would generate the texts that others may take the place of.
  for (const post of workspace.posts)
    Object.defineProperty(post, 'terms', {
      value: { title: termsOf(post.meta.title), content: termsOf('') },
      enumerable: true,
    })
  return workspace
}

function withHtml(count: number, html: (number: number) => string): WholeWorkspace {
  const workspace = found(count)
  for (const [number, post] of workspace.posts.entries()) {
    const content = html(number)
    Object.defineProperties(post, { html: { value: content }, markdown: { value: content } })
  }
  return workspace
}

/** Ideographs about as often as in a text. */
function han(number: number, length: number): string {
  const random = seeded(number)
  const common = Array.from({ length }, () =>
    String.fromCodePoint(0x4e00 + Math.floor(3_000 * random() ** 3)),
  )
  return `<p>${common.join('')}</p>`
}

/** As many as this run tries, from all over, and others for another `offset`. */
function someOf(targets: readonly string[], offset: number): string[] {
  const step = Math.round(targets.length / tries(targets.length))
  return targets.filter((_, i) => (i + offset) % step === 0)
}

const prose = found(240)
const texts = prose.posts.slice(0, 60).map(({ html }) => html)

const workspaces: Record<string, WholeWorkspace> = {
  'long posts': prose,
  'posts of 50 words': withHtml(300, (number) => `<p>${sentence(seeded(number), 50, 50)}</p>`),
  'Chinese posts': withHtml(60, (number) => han(number, 3_000)),
  'the same post again and again': withHtml(60, () => texts[0]!),
  'a thousand empty posts': withHtml(1_000, () => ''),
  'posts of half a megabyte': withHtml(3, (number) => texts.slice(number).join('')),
}

const filters = [
  '',
  'order=asc',
  'category=CATEGORY',
  'tags=TAG',
  'featured=false',
  'sort=updatedAt',
  'author=AUTHOR',
]
const forms = [
  '',
  'format=markdown',
  'format=text',
  'select=slug,title',
  'select=slug,content&include=url,neighbors',
  'facets=tags,authors',
]
const pages = ['limit=1', 'limit=3&page=2', 'limit=10', 'limit=50', 'limit=all']

test.each(Object.entries(workspaces))(
  'gzip of %s unpacks to the plain reply, takes hardly more than at the usual level, and a HEAD has its length',
  async (name, workspace) => {
    const { category = '', tags, authors, meta } = workspace.posts[1]!
    const named = (filter: string) =>
      filter.replace('CATEGORY', category).replace('TAG', tags[0]!).replace('AUTHOR', authors[0]!)
    const targets = [
      ...pages.flatMap((page) => [
        ...filters.map((filter) => `posts?${page}&${named(filter)}`),
        ...forms.map((form) => `posts?${page}&${form}`),
      ]),
      ...['', '?format=markdown', '?select=content'].map((query) => `posts/${meta.slug}${query}`),
      `posts?query=${meta.title.split(' ')[0]}&highlight=true`,
    ]
    const app = appOf(workspace)
    for (const target of someOf(targets, name.length)) {
      const [plain, packed] = [await ask(app, target, 'identity'), await ask(app, target, 'gzip')]
      for (const [encoding, whole] of Object.entries({ identity: plain, gzip: packed })) {
        const head = await ask(app, target, encoding, 'HEAD')
        expect(head.headers, target).toEqual(whole.headers)
        expect(head.bytes.length).toBe(0)
      }
      expect([packed.status, plain.headers['Content-Encoding']], target).toEqual([plain.status, undefined])
      if (packed.headers['Content-Encoding'] === undefined) {
        expect(packed.bytes.equals(plain.bytes), target).toBe(true)
        continue
      }
      expect(gunzipSync(packed.bytes).equals(plain.bytes), target).toBe(true)
      expect(packed.bytes.length / gzipSync(plain.bytes).length, target).toBeLessThanOrEqual(1.1)
      expect(packed.headers.ETag).toBe(`W/${plain.headers.ETag}`)
    }
  },
)

fixed('while a post is scheduled, gzip replies are to the byte those of a build without it', async () => {
  const link = '<a href="/later">'
  const linking = (posts: readonly WholePost[]) =>
    posts.map((post, number) => {
      if (number % 5 !== 3) return post
      const { html, markdown } = post
      return {
        ...post,
        markdown,
        html: `${html.slice(0, 900)}${link}${html.slice(900)}`,
        cuts: { html: [{ from: 900, to: 900 + link.length, until: 0 }], markdown: [] },
      }
    })
  const long = prose.posts.slice(0, 65).map((post, number) => {
    const own = prose.posts.slice(65 + 2 * number, 67 + 2 * number)
    return {
      ...post,
      html: own.map(({ html }) => html).join(''),
      markdown: own.map(({ markdown }) => markdown).join(''),
    }
  })
  const [newest, ...others] = long
  const later: WholePost = { ...newest!, publishedAt: now + 1, aliases: ['before'] }
  const withLater = appOf({ ...prose, posts: [later, ...linking(long).slice(1)] })
  const without = appOf({ ...prose, posts: others })
  for (const target of [
    ...['', '&limit=3', '&limit=50', '&limit=all', '&order=asc', '&select=content', '&format=markdown'],
  ].map((query) => `posts?page=1${query}`)) {
    for (const time of ['first', 'second']) {
      const [one, other] = [await ask(withLater, target, 'gzip'), await ask(without, target, 'gzip')]
      expect(one.headers, target).toEqual(other.headers)
      expect(one.bytes.equals(other.bytes), `${target}, the ${time} time`).toBe(true)
    }
  }
})

fixed.each<[string, (file: string, at: number) => void, statuses: number[]]>([
  [
    'a byte is another',
    (file, at) => {
      const bytes = readFileSync(file)
      bytes[at + 2_000]! ^= 1
      writeFileSync(file, bytes)
    },
    // It concerns the post that it is in.
    [503, 200, 200],
  ],
  ['the file ends too early', (file, at) => truncateSync(file, at + 2_000), [503, 503, 503]],
])(
  'a page that was sent before is refused once its contents are damaged: %s',
  async (_, damage, statuses) => {
    const workspace = { ...prose, posts: prose.posts.slice(0, 20) }
    const data = written(workspace)
    const app = appOf(workspace)
    const targets = ['posts?limit=3', 'posts?limit=3&order=asc', 'posts?limit=3&page=2']
    for (const target of targets) expect((await ask(app, target, 'gzip')).status).toBe(200)
    const [folder] = readdirSync(data).filter((name) => !name.includes('.'))
    const { path, at } = placeOf(join(data, folder!), 'content.html.deflated')
    damage(path, at)
    const found: number[] = []
    for (const target of targets) found.push((await ask(app, target, 'gzip')).status)
    expect(found).toEqual(statuses)
  },
)
