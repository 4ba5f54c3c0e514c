// Replies as gzip: whatever they are put together from, they unpack to the plain reply, and are hardly larger than if they had been
// compressed as a whole.
import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type App, type AppOptions, createApp } from '../../api/_app/app.ts'
import { combinedCrc32 } from '../../api/_app/gzip/crc32.ts'
import { type ReplyPart, Splice } from '../../api/_app/gzip/splice.ts'
import { createLimiter } from '../../api/_app/limit/limiter.ts'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { deflatePiece } from '../../snapshot/format/deflate.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { syntheticWorkspace } from '../bench/posts.ts'
import { seeded, sentence } from '../bench/words.ts'
import { readBody } from '../support/body.ts'
import { bulkWorkspace, type WholePost, type WholeWorkspace } from '../support/bulk.ts'
import { anyCharacter } from '../support/characters.ts'
import { fixed, tries } from './tries.ts'

const root = mkdtempSync(join(tmpdir(), 'galley-gzip-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))
const now = Date.UTC(2026, 6, 1)

/** One that has answered before: its first pages are compressed as a whole. */
async function appOf(workspace: WholeWorkspace, data = written(workspace)): Promise<App> {
  const app = appOn(data)
  for (let page = 0; page < 3; page++) await ask(app, 'posts?limit=1', 'gzip')
  return app
}

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

function appOn(data: string, options: Pick<AppOptions, 'cache'> = {}): App {
  const limiter = createLimiter({ limits: { workspace: null, fallback: null } })
  return createApp({ snapshots: openSnapshots(data), limiter, now: () => now, log: () => {}, ...options })
}

async function ask(app: App, target: string, encoding: string, method = 'GET') {
  const header = (name: string) => (name === 'accept-encoding' ? encoding : undefined)
  const reply = await app({ method, target: `/v1/demo/${target}`, header, address: undefined })
  const bytes = await readBody(reply, method)
  return { status: reply.status, headers: reply.headers, bytes }
}

/** RFC 1952: of the system that made it, zlib says Unix, and what is put together says that it is unknown. */
const isSpliced = (bytes: Buffer) => bytes[9] === 0xff

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

const base64 = (number: number) => {
  const random = seeded(number)
  return Buffer.from(Array.from({ length: 6_000 }, () => Math.floor(256 * random()))).toString('base64')
}

/** As many as this run tries, from all over, and others for another `offset`. */
function someOf(targets: readonly string[], offset: number): string[] {
  const step = Math.round(targets.length / tries(targets.length))
  return targets.filter((_, i) => (i + offset) % step === 0)
}

const prose = found(240)
const texts = prose.posts.slice(0, 60).map(({ html }) => html)

/** One post in eleven is the same: farther apart in the list than deflate refers back, and together in their category. */
function alikeByCategory(count: number): WholeWorkspace {
  const isAlike = (number: number) => number % 11 === 1
  const workspace = withHtml(count, (number) => (isAlike(number) ? texts[0]! : prose.posts[number]!.html))
  const [own, other] = workspace.categories
  for (const [number, post] of workspace.posts.entries())
    post.category = (isAlike(number) ? own : other)!.slug
  return workspace
}

const workspaces: Record<string, [workspace: WholeWorkspace, splices: boolean]> = {
  'long posts': [prose, true],
  'posts of 50 words': [withHtml(300, (number) => `<p>${sentence(seeded(number), 50, 50)}</p>`), false],
  'Chinese posts': [withHtml(60, (number) => han(number, 3_000)), true],
  'pictures in text': [withHtml(60, (number) => `<img src="data:image/png;base64,${base64(number)}">`), true],
  'the same post again and again': [withHtml(60, () => texts[0]!), false],
  'posts that begin alike': [withHtml(60, (number) => texts[0]! + texts[number]!.slice(0, 3_000)), false],
  'long and short posts': [
    withHtml(120, (number) => (number % 3 === 0 ? texts[number % 60]!.repeat(3) : '<p>Short.</p>')),
    true,
  ],
  'a thousand empty posts': [withHtml(1_000, () => ''), false],
  'the newest posts alike': [withHtml(110, (number) => texts[Math.max(0, number - 50)]!), true],
  'posts of a category alike': [alikeByCategory(110), true],
  'posts of half a megabyte': [withHtml(3, (number) => texts.slice(number).join('')), true],
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

describe.each(Object.entries(workspaces))('%s', (name, [workspace, splices]) => {
  const { category, tags, authors, meta } = workspace.posts[1]!
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

  test('gzip unpacks to the plain reply, takes at most 1.3 times as much as a whole, and a HEAD has its length', async () => {
    const app = await appOf(workspace)
    let spliced = 0
    const asked = someOf(targets, name.length)
    for (const target of asked) {
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
      expect(packed.bytes.length / gzipSync(plain.bytes).length, target).toBeLessThanOrEqual(1.3)
      expect(packed.headers.ETag).toBe(`W/${plain.headers.ETag}`)
      if (!isSpliced(packed.bytes)) continue
      spliced++
      const again = await ask(app, target, 'gzip')
      expect(again.bytes.equals(packed.bytes), target).toBe(true)
      expect(again.headers, target).toEqual(packed.headers)
    }
    if (splices) expect(spliced).toBeGreaterThan(asked.length / 16)
    else expect(spliced).toBeLessThan(asked.length / 2)
  })
})

test('the first three pages of an instance are compressed as a whole, and a HEAD says what the next GET will be', async () => {
  const app = appOn(written(prose))
  const asWhole: boolean[] = []
  for (let limit = 1; limit <= 5; limit++) {
    const head = await ask(app, `posts?limit=${limit}`, 'gzip', 'HEAD')
    const page = await ask(app, `posts?limit=${limit}`, 'gzip')
    expect(head.headers).toEqual(page.headers)
    asWhole.push(!isSpliced(page.bytes))
  }
  expect(asWhole).toEqual([true, true, true, false, false])
})

test.each(['limit=1', 'limit=5', 'limit=5&order=asc'])(
  'a page of markdown that was put together is the same the next time: %s',
  async (query) => {
    const app = await appOf(prose)
    const target = `posts?format=markdown&${query}`
    const plain = await ask(app, target, 'identity')
    for (const time of ['first', 'second', 'third']) {
      const page = await ask(app, target, 'gzip')
      expect(isSpliced(page.bytes), time).toBe(true)
      expect(gunzipSync(page.bytes).equals(plain.bytes), time).toBe(true)
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
  // The hidden one would be the oldest of a block, which would stand for others.
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
  const withLater = await appOf({ ...prose, posts: [later, ...linking(long).slice(1)] })
  const without = await appOf({ ...prose, posts: others })
  for (const target of [
    ...['', '&limit=3', '&limit=50', '&limit=all', '&order=asc', '&select=content', '&format=markdown'],
  ].map((query) => `posts?page=1${query}`)) {
    for (const time of ['first', 'second']) {
      const [one, other] = [await ask(withLater, target, 'gzip'), await ask(without, target, 'gzip')]
      expect(one.headers, target).toEqual(other.headers)
      expect(one.bytes.equals(other.bytes), `${target}, the ${time} time`).toBe(true)
      // What nobody has measured is no stream that is put together.
      expect(isSpliced(one.bytes), target).toBe(!target.includes('limit=all'))
    }
  }
})

const random = (seed: number, length: number, sign: (random: () => number) => string) => {
  const drawn = seeded(seed)
  return Array.from({ length }, () => sign(drawn)).join('')
}

/** What posts are made of, by their number and length. */
const materials: Record<string, (seed: number, length: number) => string> = {
  words: (seed, length) => random(seed, length / 80, (drawn) => `${sentence(drawn, 8, 16)}. `),
  ideographs: (seed, length) => han(seed, length / 3),
  digits: (seed, length) => random(seed, length, (drawn) => String(Math.floor(10 * drawn()))),
  letters: (seed, length) => random(seed, length, (drawn) => (drawn() < 0.5 ? 'a' : 'b')),
  rows: (seed, length) =>
    random(seed, length / 32, (drawn) => `<tr><td>${Math.floor(999 * drawn())}</td></tr>`),
}
const material = fc.constantFrom(...Object.keys(materials))

/** Workspaces in which posts have about as much in common with older ones as they may have in pages that are put together. */
const worst = fc.record({
  material,
  /** Of the texts of posts, in bytes, and how many times as long the longest ones are. */
  length: fc.integer({ min: 600, max: 6_000 }),
  uneven: fc.integer({ min: 1, max: 4 }),
  /** The share of a post that is copied, in parts of a length, from the post so many before it. */
  shared: fc.double({ min: 0, max: 0.35, noNaN: true }),
  part: fc.integer({ min: 20, max: 3_000 }),
  before: fc.integer({ min: 1, max: 18 }),
  /** What stands between contents. */
  description: fc.record({ material, length: fc.constantFrom(0, 200, 600, 1_500) }),
  seed: fc.nat(),
})
type Worst = typeof worst extends fc.Arbitrary<infer T> ? T : never

function worstWorkspace({
  material,
  length,
  uneven,
  shared,
  part,
  before,
  description,
  seed,
}: Worst): WholeWorkspace {
  const texts: string[] = []
  for (let number = 69; number >= 0; number--) {
    const drawn = seeded(seed + number)
    const bytes = length * (1 + (uneven - 1) * drawn())
    const own = materials[material]!(seed + number, bytes * (1 - shared))
    const older = texts[number + before] ?? ''
    const parts = older === '' ? 0 : Math.ceil((bytes * shared) / part)
    const step = Math.ceil(own.length / (parts + 1))
    texts[number] = Array.from({ length: parts + 1 }, (_, i) => {
      const start = Math.floor(drawn() * Math.max(1, older.length - part))
      return own.slice(i * step, (i + 1) * step) + (i < parts ? older.slice(start, start + part) : '')
    }).join('')
  }
  const workspace = bulkWorkspace('demo', texts.length, (number) => texts[number]!)
  for (const [number, { meta }] of workspace.posts.entries()) {
    meta.description = materials[description.material]!(seed + number, description.length)
  }
  return workspace
}

test('whatever posts have in common, a page takes at most 1.5 times as much as compressed as a whole', {
  tags: 'nightly',
}, async () => {
  const targets = [2, 10, 70].flatMap((limit) =>
    [0.6, 1].flatMap((place) =>
      ['order=desc', 'order=asc', 'select=content'].map(
        (query) => `posts?limit=${limit}&page=${Math.ceil((place * 70) / limit)}&${query}`,
      ),
    ),
  )
  await fc.assert(
    fc.asyncProperty(worst, async (one) => {
      const app = await appOf(worstWorkspace(one))
      for (const target of targets) {
        const [plain, packed] = [await ask(app, target, 'identity'), await ask(app, target, 'gzip')]
        // Small replies are sent as they are.
        if (packed.bytes.equals(plain.bytes)) continue
        expect(gunzipSync(packed.bytes).equals(plain.bytes), target).toBe(true)
        expect(packed.bytes.length / gzipSync(plain.bytes).length, target).toBeLessThanOrEqual(1.5)
      }
    }),
    { numRuns: tries(64) },
  )
})

fixed('the first three pages that could be put together are compressed as a whole', async () => {
  const app = appOn(written({ ...prose, posts: prose.posts.slice(0, 20) }))
  const spliced: boolean[] = []
  for (const target of [
    'limit=3',
    'limit=3',
    'select=slug,authors',
    'format=markdown',
    'limit=3',
    'limit=3',
  ]) {
    const head = await ask(app, `posts?${target}`, 'gzip', 'HEAD')
    const packed = await ask(app, `posts?${target}`, 'gzip')
    expect(head.headers, target).toEqual(packed.headers)
    const plain = await ask(app, `posts?${target}`, 'identity')
    expect(gunzipSync(packed.bytes).equals(plain.bytes), target).toBe(true)
    spliced.push(isSpliced(packed.bytes))
  }
  expect(spliced).toEqual([false, false, false, false, true, true])
})

fixed.each<[string, (file: string) => void, statuses: number[]]>([
  [
    'a byte is another',
    (file) => {
      const bytes = readFileSync(file)
      bytes[2_000]! ^= 1
      writeFileSync(file, bytes)
    },
    // It concerns the post that it is in.
    [503, 200, 200],
  ],
  ['the file ends too early', (file) => truncateSync(file, 2_000), [503, 503, 503]],
])(
  'a page that was sent before is refused once its contents are damaged: %s',
  async (_, damage, statuses) => {
    const workspace = { ...prose, posts: prose.posts.slice(0, 20) }
    const data = written(workspace)
    const app = await appOf(workspace, data)
    const targets = ['posts?limit=3', 'posts?limit=3&order=asc', 'posts?limit=3&page=2']
    for (const target of targets) expect(isSpliced((await ask(app, target, 'gzip')).bytes)).toBe(true)
    const names = readdirSync(data, { recursive: true, encoding: 'utf8' })
    damage(join(data, names.find((name) => name.endsWith('content.html.deflated'))!))
    const found: number[] = []
    for (const target of targets) found.push((await ask(app, target, 'gzip')).status)
    expect(found).toEqual(statuses)
  },
)

test('the CRC-32 of two byte sequences, one after the other, follows from theirs', () => {
  const bytes = fc.uint8Array({ maxLength: 3_000 })
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      expect(combinedCrc32(crc32(one), crc32(other), other.length)).toBe(crc32(Buffer.concat([one, other])))
    }),
    { numRuns: tries(400) },
  )
  const large = Buffer.alloc(70_000_001, 'large')
  expect(combinedCrc32(crc32('a'), crc32(large), large.length)).toBe(crc32(large, crc32('a')))
})

test('whatever texts and pieces there are, gzip that is put together unpacks to them', () => {
  const key = fc.constantFrom('"slug":"', '","title":"', '"tags":[{"id":"tag_web","name":"Web"}]', ',"x":')
  const text = fc
    .array(fc.oneof(key, fc.string({ unit: anyCharacter, maxLength: 400 }), fc.string({ maxLength: 40 })), {
      maxLength: 30,
    })
    .map((parts) => Buffer.from(parts.join('')))
  const piece = fc.oneof(text, fc.uint8Array({ maxLength: 50_000 }))
  const part = fc.oneof(
    text.map((plain): [Uint8Array, ReplyPart] => [plain, plain]),
    piece.map((plain): [Uint8Array, ReplyPart] => [
      plain,
      { deflated: deflatePiece(plain), length: plain.length, crc32: crc32(plain) },
    ]),
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), fc.boolean(), (parts, inSteps) => {
      const packed = splicedOf(
        new Splice(),
        parts.map(([, one]) => one),
        inSteps,
      )
      expect(gunzipSync(packed).equals(Buffer.concat(parts.map(([plain]) => plain)))).toBe(true)
    }),
    { numRuns: tries(400) },
  )
  const long = Buffer.from(`{"a":"${'héllo wörld '.repeat(60_000)}"}`)
  const packed = splicedOf(new Splice(), [long, Buffer.concat([long, long])], false)
  expect(gunzipSync(packed).equals(Buffer.concat([long, long, long]))).toBe(true)
})

function splicedOf(splice: Splice, parts: readonly ReplyPart[], inSteps: boolean): Buffer {
  const taken: Buffer[] = []
  for (const one of parts) {
    splice.add(one)
    if (inSteps) taken.push(splice.take())
  }
  return Buffer.concat([...taken, splice.finish()])
}

/** Without pieces, whose length is up to zlib. */
test('texts of any length unpack, and take as few bytes as is written down', () => {
  const json = (count: number, of: (number: number) => unknown) =>
    Buffer.from(JSON.stringify(Array.from({ length: count }, (_, number) => of(number))))
  const metas = json(12, (number) => prose.posts[number]!.meta)
  const meta = Buffer.from(JSON.stringify(prose.posts[0]!.meta))
  const random = Buffer.from(base64(1))
  const lengths = (of: Record<string, readonly Uint8Array[]>) =>
    Object.entries(of).map(([name, all]) => {
      const packed = splicedOf(new Splice(), all, false)
      expect(gunzipSync(packed).equals(Buffer.concat(all)), name).toBe(true)
      return `${name}: ${packed.length}`
    })
  /** Each differs from `abcdef` in a letter of its own, and only `abcdef` comes again. */
  const alike = ['Abcdef', 'aBcdef', 'abCdef', 'abcDef', 'abcdEf', 'abcdeF'].map((other, i) =>
    Buffer.from(`${i}abcdef${i}${other}${i}abcdef${i}`),
  )
  expect(
    lengths({
      nothing: [],
      'a letter': [Buffer.from('x')],
      'one byte, again and again': [Buffer.alloc(1_000, 'x')],
      '399 bytes': [metas.subarray(0, 399)],
      '400 bytes': [metas.subarray(0, 400)],
      'as many in all': [metas.subarray(0, 200), metas.subarray(200, 400)],
      'an eighth beyond ASCII': [Buffer.from(`${'é'.repeat(50)}${metas.toString('latin1', 0, 700)}`)],
      'more beyond ASCII': [Buffer.from(`${'é'.repeat(51)}${metas.toString('latin1', 0, 700)}`)],
      'a control character': [Buffer.from(`\n${metas.toString('latin1', 0, 700)}`)],
      ideographs: [Buffer.from(han(1, 300))],
      'what differs in one of six letters': alike,
      metadata: [metas],
      'the same twice': [meta, meta],
      'alike, close': [metas.subarray(0, 500), metas.subarray(1, 500)],
      'alike, far': [metas.subarray(0, 600), random, metas.subarray(1, 600)],
      'four letters, near and far': [
        Buffer.concat([Buffer.from('abcd'), random.subarray(0, 507), Buffer.from('.abcd!')]),
        Buffer.concat([Buffer.from('efgh'), random.subarray(0, 509), Buffer.from('.efgh!')]),
      ],
      'at the distance of 32 KB': [Buffer.concat([meta, Buffer.alloc(32_768 - meta.length, 0x7a), meta])],
      'beyond it': [Buffer.concat([meta, Buffer.alloc(32_769 - meta.length, 0x7a), meta])],
      'too long to split': [json(60, (number) => prose.posts[number]!.meta), metas],
      keys: [json(20, (number) => ({ id: `tag_${number}`, url: `https://example.org/a/${number}`, x: [] }))],
    }),
  ).toMatchInlineSnapshot(`
    [
      "nothing: 20",
      "a letter: 21",
      "one byte, again and again: 88",
      "399 bytes: 359",
      "400 bytes: 315",
      "as many in all: 315",
      "an eighth beyond ASCII: 464",
      "more beyond ASCII: 562",
      "a control character: 721",
      "ideographs: 1016",
      "what differs in one of six letters: 86",
      "metadata: 2661",
      "the same twice: 521",
      "alike, close: 363",
      "alike, far: 8330",
      "four letters, near and far: 606",
      "at the distance of 32 KB: 758",
      "beyond it: 1134",
      "too long to split: 12034",
      "keys: 255",
    ]
  `)
})

fixed('a text refers to the same one before it across pieces, as far back as deflate can', () => {
  const text = Buffer.from(`{"slug":"${base64(2).slice(0, 200)}"}`)
  const between = (length: number): ReplyPart => {
    const plain = Buffer.alloc(length, 'x')
    return { deflated: deflatePiece(plain), length, crc32: crc32(plain) }
  }
  const lengthOf = (gap: number, ...others: Buffer[]) => {
    const parts = [text, between(gap), ...others, text]
    const plain = parts.map((one) => (one instanceof Uint8Array ? one : Buffer.alloc(one.length, 'x')))
    const packed = splicedOf(new Splice(), parts, false)
    expect(gunzipSync(packed).equals(Buffer.concat(plain))).toBe(true)
    return packed.length - deflatePiece(Buffer.alloc(gap, 'x')).length
  }
  const near = lengthOf(10)
  expect(lengthOf(32_768 - text.length)).toBeLessThan(near + 5)
  expect(lengthOf(32_769 - text.length)).toBeGreaterThan(near + 150)
  // What a block ends with may come again before something else.
  expect(
    lengthOf(10, text.subarray(0, 100), Buffer.from([...text.subarray(50, 90), 0xc3, 0xa9])),
  ).toBeGreaterThan(near)
})

fixed.each([
  ['beyond ASCII', 'é'],
  ['in ASCII', ''],
])('repetitions of any length, at any distance, unpack, %s', (_, sign) => {
  const random = seeded(7)
  const letters =
    sign === ''
      ? 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
      : 'éüßøñçàîâêôûäöåæœÿþðšžćč'
  const some = (length: number) =>
    Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('')
  const long = some(300)
  const lengths = Array.from({ length: 300 }, (_, length) => `${long.slice(0, length)}.`).join('')
  const distances = Array.from({ length: 15 }, (_, i) => 2 ** i).flatMap((distance) =>
    [-1, 0, 1].map((more) => `#12345678${some(Math.max(0, distance + more))}#12345678`),
  )
  for (const text of [lengths, ...distances]) {
    const bytes = Buffer.from(text)
    expect(gunzipSync(splicedOf(new Splice(), [bytes], false)).equals(bytes)).toBe(true)
  }
})
