// Damaged snapshots: whatever happened to a file, a reply is correct to the byte, a 503, or cut off.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, createApp } from '../../api/_app/app.ts'
import { targetOf } from '../../api/_app/http/request.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { loadStemmers } from '../../packages/search/index.ts'
import { FORMAT } from '../../snapshot/format/format.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { seeded, vocabulary } from '../bench/words.ts'
import { readBody } from '../support/body.ts'
import { exampleSite } from '../support/bulk.ts'
import { someOf } from '../support/nightly.ts'
import { partOf, placeOf } from '../support/sealed.ts'
import { complaintsAbout } from '../support/validate.ts'

const now = Date.UTC(2027, 0, 1)
const flips = 6

let root: string
let data: string
/** Folders of the workspaces `whole` and `foreign`. */
let folders: { whole: string; foreign: string }
let requests: Asked[]
/** Takes long: it is asked for only where the search index is damaged. */
const indexAsGzip: Asked = { target: '/v1/whole/search-index.json', gzip: true }
let expected: Map<Asked, Answer | 'cut off'>

interface Asked {
  target: string
  gzip: boolean
}

interface Answer {
  status: number
  headers: Record<string, string>
  /** Unpacked. */
  body: Buffer
}

/** More than 1 MB of content, so that `limit=all` is a stream. */
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'galley-damage-'))
  data = join(root, 'data')
  const foreign = syntheticWorkspace('foreign', 30)
  // Streamed, too: it is over 4 MB.
  const terms = Array.from({ length: 180_000 }, (_, number) => `a term, number ${number}`)
  const searchIndex = {
    json: JSON.stringify({
      options: { idField: 'slug', fields: [], storeFields: [], searchOptions: {} },
      index: { serializationVersion: 2, documentCount: 0, index: terms },
    }),
    posts: 0,
  }
  const stemmers = await loadStemmers(['en'])
  const workspaces = [
    {
      ...syntheticWorkspace('whole', 140),
      site: exampleSite,
      media: ['harbour.6b0e97ab193f0419.svg'],
      searchIndex,
      stemmers,
    },
    { ...foreign, tags: foreign.tags.toReversed() },
  ]
  for (const post of workspaces[0]!.posts) {
    post.aliases.push(`was-${post.meta.slug}`)
    post.redirects = [{ from: `/old/${post.meta.slug}`, to: null, slug: post.meta.slug }]
    post.language = 'en'
  }
  // One is not visible yet, and another one links to it.
  const [later, linking] = [workspaces[0]!.posts[0]!, workspaces[0]!.posts[5]!]
  later.publishedAt = now + 1
  // One waits for an entry elsewhere.
  const outside = { name: '/notes/a', publishedAt: now + 2 }
  linking.cuts = { html: [{ from: 0, to: 3, until: 1 }], markdown: [{ from: 0, to: 3, until: 0 }] }
  workspaces[0] = { ...workspaces[0]!, awaited: (moment) => (moment === 0 ? outside : moment - 1) }
  const { hashes } = writeSnapshot(data, { workspaces, builtAt: null, preview: null, keepPrevious: false })
  folders = { whole: hashes.get('whole')!, foreign: hashes.get('foreign')! }
  const { slug, id, title } = workspaces[0]!.posts[77]!.meta
  const [word = ''] = title.toLowerCase().split(' ')
  const misspelt = `${vocabulary.find((one) => one.length > 8)!.slice(0, -1)}zz`
  const paths = [
    'posts',
    'posts?limit=all',
    'posts?limit=all&select=slug,updatedAt&sort=updatedAt',
    'posts?limit=200&format=markdown',
    'posts?limit=200&format=text',
    `posts?query=${word}&limit=100&highlight=true&select=id`,
    `posts?query=${word}&limit=200&select=id`,
    `posts?query=${word.slice(0, 1)}&limit=200&select=id`,
    ...workspaces[0]!.posts.slice(74, 78).map(({ meta }) => {
      return `posts?query="${meta.title.toLowerCase().replaceAll(',', '')}"&select=id`
    }),
    `posts?query=${misspelt}&select=id`,
    `posts?query=${word}&limit=200&select=id&sort=relevance`,
    'posts?limit=200&select=slug&tags=unknown,git',
    `posts/${slug}`,
    `posts/${slug}?select=slug&include=related,neighbors,url,aliases,jsonld`,
    'posts?limit=200&select=slug,revision&include=reading,headings,cover,descriptionIsExcerpt',
    `post/${id}`,
    'posts?limit=200&select=slug&include=cover,reading,headings,revision',
    `post/was-${slug}`,
    'categories',
    'tags',
    'authors',
    'redirects?limit=5&page=20',
    'redirects?limit=all',
    `redirects?from=/old/${slug}`,
    `suggest?query=${word.slice(0, 1)}`,
    `suggest?query=${word} ${title.toLowerCase().split(' ')[1]!.slice(0, 1)}`,
    'search-index.json',
    'feed.xml?limit=10',
    `tags/${workspaces[0]!.posts[77]!.tags[0] ?? workspaces[0]!.tags[0]!.slug}/feed.json`,
    'sitemap.xml',
    'llms.txt',
    'llms-full.txt',
    `post/${slug}.md`,
  ]
  /** Put together from what the files have compressed; other replies are compressed when they are complete. */
  const isPutTogether = (path: string) => /^posts(?:$|\?limit=(?:all$|200&format=markdown)|\/)/.test(path)
  requests = paths.flatMap((path) => {
    const asked = { target: `/v1/whole/${path}`, gzip: false }
    return isPutTogether(path) || path === 'tags' ? [asked, { ...asked, gzip: true }] : [asked]
  })
  expected = (await answers([...requests, indexAsGzip])).replies
  for (const [{ target }, reply] of expected) {
    expect(reply, target).toMatchObject({
      status: expect.toSatisfy((status) => status === 200 || status === 308),
    })
  }
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The reply to each request from the folder as it is now, by a process that has read nothing of it before. */
async function answers(asked = requests) {
  const snapshots = openSnapshots(data)
  const lines: string[] = []
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  const app = createApp({ snapshots, limiter, now: () => now, log: (line) => lines.push(line) })
  const replies = new Map<Asked, Answer | 'cut off'>()
  for (const one of asked) replies.set(one, await answerTo(app, one))
  expect(snapshots.leases).toBe(0)
  snapshots.close()
  return { replies, lines }
}

async function answerTo(app: App, { target, gzip }: Asked): Promise<Answer | 'cut off'> {
  const header = (name: string) => (gzip && name === 'accept-encoding' ? 'gzip' : undefined)
  const reply = await app({ method: 'GET', target: targetOf(target), header, address: '192.0.2.1' })
  const { status, headers } = reply
  try {
    const bytes = await readBody(reply)
    return { status, headers, body: headers['Content-Encoding'] === 'gzip' ? gunzipSync(bytes) : bytes }
  } catch {
    return 'cut off'
  }
}

function isEqual(one: Answer, other: Answer | 'cut off' | undefined): boolean {
  return (
    typeof other === 'object' &&
    one.status === other.status &&
    one.headers.Location === other.headers.Location &&
    one.body.equals(other.body)
  )
}

/** @returns how many requests noticed */
async function checkAnswers(what: string, asked = requests): Promise<number> {
  const { replies, lines } = await answers(asked)
  let noticed = 0
  for (const [asked, reply] of replies) {
    if (reply !== 'cut off') {
      if (isEqual(reply, expected.get(asked))) continue
      const { status, headers } = reply
      const text = reply.body.toString()
      expect(status, `${what}, ${asked.target}: ${text.slice(0, 200)}`).toBe(503)
      expect(complaintsAbout('GET', asked.target, { status, headers, text })).toEqual([])
    }
    noticed++
  }
  if (noticed > 0) expect(lines.join('\n'), what).toMatch(/snapshot unavailable|reply cut off/)
  return noticed
}

async function whileDamaged(
  path: string,
  damage: (whole: Buffer) => Buffer | undefined,
  what: string,
  look: () => void = () => {},
  asked = requests,
): Promise<number> {
  const whole = readFileSync(path)
  const damaged = damage(whole)
  if (damaged === undefined) rmSync(path)
  else writeFileSync(path, damaged)
  try {
    look()
    return await checkAnswers(what, asked)
  } finally {
    writeFileSync(path, whole)
  }
}

function flipped(whole: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(whole)
  copy[at]! ^= 1 << bit
  return copy
}

const files = [
  ...['manifest.json', 'deflated.json', 'media.json', 'short.bin'],
  ...['terms.txt', 'stems.txt', 'positions.bin', 'content.html.deflated', 'content.markdown.deflated'],
]
/** The files that lie within others. */
const parts = [
  ...['workspace.json', 'list.bin', 'selection.bin', 'names.txt', 'editions.bin', 'cuts.bin', 'feeds.bin'],
  ...['details.json', 'details.index.bin', 'revisions.bin', 'search.bin', 'lengths.bin', 'postings.bin'],
  ...['beginnings.txt', 'beginnings.bin', 'spelling.bin', 'suggestions.bin', 'posts.json', 'posts.index.bin'],
  ...[
    'outside.bin',
    'redirects.json',
    'redirects.bin',
    'content.html.index.bin',
    'content.markdown.index.bin',
  ],
]

/** Full verification must notice every damage. @returns how many requests do */
function whileFileDamaged(
  path: string,
  damage: (whole: Buffer) => Buffer | undefined,
  what: string,
  asked = requests,
) {
  return whileDamaged(path, damage, what, () => expect(verifySnapshot(data), what).toHaveLength(1), asked)
}

describe('a file of a workspace', () => {
  test('is one of those this suite damages', () => {
    const folder = join(data, folders.whole)
    expect(readdirSync(folder).sort()).toEqual([...files].sort())
    const within = Object.keys(JSON.parse(readFileSync(join(folder, 'deflated.json'), 'utf8')).parts)
    expect(within.sort()).toEqual([...parts].sort())
  })

  test.each(someOf(files, 4))(
    '%s: cut, missing, flipped or foreign, it is never served wrong',
    async (file) => {
      const path = join(data, folders.whole, file)
      const random = seeded(file.length)
      const { length } = readFileSync(path)
      for (const kept of [0, Math.floor(length / 2), length - 1]) {
        const noticed = await whileFileDamaged(
          path,
          (whole) => whole.subarray(0, kept),
          `${file} cut to ${kept}`,
        )
        expect(noticed, `${file} cut to ${kept}`).toBeGreaterThan(0)
      }
      expect(await whileFileDamaged(path, () => undefined, `${file} missing`)).toBeGreaterThan(0)
      const foreign = partOf(join(data, folders.foreign), file)
      expect(await whileFileDamaged(path, () => foreign, `foreign ${file}`)).toBeGreaterThan(0)
      let noticed = 0
      for (let i = 0; i < flips; i++) {
        const [at, bit] = [Math.floor(random() * length), Math.floor(random() * 8)]
        noticed += await whileFileDamaged(
          path,
          (whole) => flipped(whole, at, bit),
          `${file}: bit ${bit} of byte ${at}`,
        )
      }
      // Only builds read the list of media.
      if (file !== 'media.json') expect(noticed).toBeGreaterThan(0)
    },
  )

  test.each(someOf(parts, 4))('%s, within another: flipped, it is never served wrong', async (part) => {
    const random = seeded(part.length)
    const { path, at: from, stored } = placeOf(join(data, folders.whole), part)
    let noticed = 0
    for (let i = 0; i < flips; i++) {
      const [at, bit] = [from + Math.floor(random() * stored), Math.floor(random() * 8)]
      const what = `${part}: bit ${bit} of byte ${at - from}`
      noticed += await whileFileDamaged(path, (whole) => flipped(whole, at, bit), what)
    }
    // One edition is read, and none of the others.
    if (part !== 'editions.bin') expect(noticed).toBeGreaterThan(0)
  })

  test('of another workspace under its folder name is refused as a whole', async () => {
    const place = join(data, folders.whole)
    const aside = join(root, 'aside')
    cpSync(place, aside, { recursive: true })
    rmSync(place, { recursive: true })
    cpSync(join(data, folders.foreign), place, { recursive: true })
    try {
      expect(await checkAnswers('foreign folder')).toBe(requests.length)
    } finally {
      rmSync(place, { recursive: true })
      cpSync(aside, place, { recursive: true })
    }
  })
})

describe('the search index', () => {
  test('cut, missing, flipped or foreign, it is never served wrong', async () => {
    const [name = ''] = readdirSync(data).filter((one) => one.endsWith('.search-index.json'))
    const path = join(data, name)
    const random = seeded(3)
    const { length } = readFileSync(path)
    expect(length).toBeGreaterThan(4e6)
    const damages: ((whole: Buffer) => Buffer | undefined)[] = [
      ...[0, 1, length >> 1, length - 1].map((kept) => (whole: Buffer) => whole.subarray(0, kept)),
      () => undefined,
      () => Buffer.alloc(length, ' '),
      ...Array.from({ length: flips }, () => {
        const [at, bit] = [Math.floor(random() * length), Math.floor(random() * 8)]
        return (whole: Buffer) => flipped(whole, at, bit)
      }),
    ]
    for (const [number, damage] of damages.entries()) {
      expect(
        await whileFileDamaged(path, damage, `search index, ${number}`, [...requests, indexAsGzip]),
      ).toBe(2)
    }
  })
})

describe('current.json', () => {
  const path = () => join(data, 'current.json')

  test('cut anywhere or missing, it is a 503', async () => {
    const { length } = readFileSync(path())
    for (const kept of [0, 1, 20, length >> 1, length - 3]) {
      expect(await whileDamaged(path(), (whole) => whole.subarray(0, kept), `cut to ${kept}`)).toBe(
        requests.length,
      )
    }
    expect(await whileDamaged(path(), () => undefined, 'missing')).toBe(requests.length)
  })

  test('with any bit flipped, it is a 503', { tags: 'nightly' }, async () => {
    const { length } = readFileSync(path())
    const random = seeded(7)
    for (let i = 0; i < 20; i++) {
      const [at, bit] = [Math.floor(random() * length), Math.floor(random() * 8)]
      const what = `bit ${bit} of byte ${at}`
      const noticed = await whileDamaged(path(), (whole) => flipped(whole, at, bit), what)
      expect(noticed, what).toBe(requests.length)
    }
  })

  test.each([0, FORMAT + 1, 99])(
    'of format %i, it is a 503 whose log line says what to do',
    async (format) => {
      const damage = (whole: Buffer) =>
        Buffer.from(whole.toString().replace(`"format": ${FORMAT}`, `"format": ${format}`))
      expect(await whileDamaged(path(), damage, `format ${format}`)).toBe(requests.length)
      writeFileSync(path(), damage(readFileSync(path())))
      const { lines } = await answers()
      expect(lines[0]).toMatch(format > FORMAT ? /; upgrade this server/ : /; run galley build again/)
      writeFileSync(
        path(),
        readFileSync(path(), 'utf8').replace(`"format": ${format}`, `"format": ${FORMAT}`),
      )
    },
  )

  test('restored, it is read at the next request', async () => {
    const whole = readFileSync(path())
    const snapshots = openSnapshots(data)
    rmSync(path())
    expect(() => snapshots.current()).toThrow(/there is no snapshot/)
    writeFileSync(path(), whole)
    expect(snapshots.current().workspaces.size).toBe(2)
    snapshots.close()
  })
})
