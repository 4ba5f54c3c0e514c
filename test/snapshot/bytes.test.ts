// The bytes of snapshots, file by file: whoever changes any of them has to raise FORMAT, or the next build would keep folders of
// other bytes. What zlib deflates is left out: it differs between its versions. And an index that is changed where posts have
// changed, for each kind of change. CONTRIBUTING.md says how to write bytes.txt anew.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as german } from '@orama/stemmers/german'
import { afterAll, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { Vocabulary } from '../../packages/search/index.ts'
import {
  type DeflatedFile,
  deflatedFile,
  isOfContents,
  type Manifest,
  manifestFile,
} from '../../snapshot/format/format.ts'
import type { FieldDefinition } from '../../snapshot/types.ts'
import type { WriterMemo } from '../../snapshot/write/memo.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { between, oneOf, type Random, seeded } from '../bench/words.ts'
import { bulkWorkspace, exampleSite, type WholePost, type WholeWorkspace } from '../support/bulk.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-bytes-'))
afterAll(() => rmSync(dir, { recursive: true }))

const stemmers = new Map([
  ['en', english],
  ['de', german],
])

const common = [
  ...['harbour', 'Harbour', 'HARBOUR', 'harbours', 'crane', 'cranes', 'craned', 'GitHub', 'github', 'Github'],
  ...['Häuser', 'Haus', 'hauser', 'Straße', 'strasse', 'node.js', 'node', 'C++', '@scope/name', '.NET', 'C#'],
  ...[
    '東京',
    '日本語',
    '京都市',
    '한국어',
    'don’t',
    "'n",
    'co\u00adop',
    'coop',
    'iPhone',
    'eBay',
    'x',
    '𐐨𐐩',
    'żółw',
  ],
  ...['3fa4b1c2d5', '2026', '１２', 'snake_case', 'e\u0301t\u00e9', 'ﬁne', 'CVE-2019-5737'],
]
const separators = [' ', ' ', ' ', '. ', '\n', ', ', ' “', '… ', ': ']
/** Longer than what is folded, and than what is indexed. */
const lengthy = ['a'.repeat(70), `${'é'.repeat(63)}𐐨𐐨`, 'e\u0301'.repeat(140)]

/** Some words that most texts have, and some that only few have. */
function text(random: Random, most: number, rare: number): string {
  let written = ''
  for (let left = between(random, 0, most); left > 0; left--) {
    const word = random() < 0.5 ? oneOf(random, common) : `w${Math.floor(random() ** 2 * rare).toString(26)}`
    written += word + oneOf(random, separators)
  }
  return written
}

interface Own {
  title: string
  content: string
  language: string | undefined
}

const languages = ['en', 'en', 'de', 'xx', undefined]

function own(random: Random, rare: number): Own {
  const kind = random()
  const title =
    kind < 0.01 ? Array.from({ length: 70 }, (_, i) => `w${(i * 7) % 90}`).join(' ') : text(random, 6, rare)
  const content =
    kind > 0.99
      ? `${'crane '.repeat(between(random, 120, 300))}harbour ${oneOf(random, lengthy)}`
      : text(random, 7, rare)
  return { title, content, language: oneOf(random, languages) }
}

function workspaceOf(all: readonly Own[]): WholeWorkspace {
  const bulk = bulkWorkspace('demo', all.length, () => '')
  const posts = bulk.posts.map((post, i): WholePost => {
    const { title, content, language } = all[i]!
    return {
      ...post,
      ...(language && { language }),
      html: `<p>${content}</p>`,
      markdown: `${content}\n`,
      terms: { title: termsOf(title), content: termsOf(content) },
    }
  })
  return { ...bulk, posts, stemmers }
}

/** More posts than are inverted together, with all that posts may have. */
function large(): WholeWorkspace {
  const random = seeded(11)
  const workspace = workspaceOf(Array.from({ length: 516 }, () => own(random, 40_000)))
  const tags = ['a', 'b', 'ü'].map((slug) => ({
    ...{ id: `tag_${slug}`, slug, name: slug.toUpperCase(), description: '', declared: slug !== 'b' },
  }))
  for (const [number, post] of workspace.posts.entries()) {
    post.tags = tags.map(({ slug }) => slug).filter(() => random() < 0.3)
    post.meta = { ...post.meta, featured: random() < 0.1 }
    post.updatedAt += between(random, 0, 9) * 1_000
    if (number % 3 === 0) post.aliases = [`old-${number}`, `𐐨-${number}`].slice(number % 2)
    if (number % 5 === 0) {
      post.redirects = [{ from: `/Was%20here/${number}/`, to: `/post-${number}`, slug: post.meta.slug }]
    }
    if (number % 7 === 0) post.coverBytes = 1_000 + number
    if (number % 11 === 0) post.languageTag = 'de-AT'
    if (number % 13 === 0) {
      const reading = { minutes: 1 + (number % 4), words: number }
      const cover = { url: `https://example.org/${number}.png`, width: 4, height: null, alt: 'ü' }
      post.details = JSON.stringify({ descriptionIsExcerpt: true, cover, reading, headings: [] })
    }
    if (number > 40 && number % 17 === 0 && post.html.length > 20) {
      const cut = (from: number, to: number, until: number) => ({ from, to, until })
      post.cuts = { html: [cut(3, 5, 9), cut(5, 6, 4), cut(9, 12, 9)], markdown: [cut(0, 2, 4)] }
    }
  }
  // Those of the same time appear together.
  workspace.posts[9]!.publishedAt = workspace.posts[8]!.publishedAt
  return { ...workspace, tags, site: { ...exampleSite, url: 'https://example.org/?p={slug}&l={category}' } }
}

function filesOf(workspace: WholeWorkspace, memo?: WriterMemo): string {
  const snapshot = { builtAt: null, preview: null, keepPrevious: false, workspaces: [workspace], memo }
  const hash = writeSnapshot(dir, snapshot).hashes.get(workspace.folder)!
  const read = (name: string) => JSON.parse(readFileSync(join(dir, hash, name), 'utf8'))
  const { files, short: joined, contents }: Manifest = read(manifestFile)
  const { parts }: DeflatedFile = read(deflatedFile)
  const lines = Object.entries({ ...files, short: joined, ...contents }).map(
    ([name, { bytes, sha256 }]) => `${name} ${bytes} ${sha256.slice(0, 12)}`,
  )
  const lasting = Object.entries(parts).filter(([name]) => !isOfContents(name))
  const short = lasting.map(([name, { bytes, crc32 }]) => `${name} ${bytes} ${crc32.toString(16)}`)
  return [hash, ...lines, ...short, ''].join('\n')
}

test('the bytes of snapshots', async () => {
  const none = workspaceOf([])
  const some = workspaceOf([
    { title: 'Harbour', content: 'Cranes. The harbour’s cranes', language: 'en' },
    { title: '', content: '', language: undefined },
  ])
  const field = (name: string, type: FieldDefinition['type']) => ({ name, type, required: false })
  const own = [{ a: 'b', b: ['é', 'a', 'é'], c: -0.5, d: '2026-01-01T00:00:00.000Z', e: true }, { b: [] }]
  const posts = some.posts.map((post, i) => ({ ...post, meta: { ...post.meta, fields: own[i]! } }))
  const fields = [field('a', 'string'), field('b', 'list'), field('c', 'number'), field('d', 'date')]
  const withFields = { ...some, posts, fields: [...fields, field('e', 'boolean')] }
  const bare = { ...none, posts: [some.posts[1]!] }
  const written = [none, bare, { ...some, drafts: true }, large(), withFields]
  await expect(written.map((one) => filesOf(one)).join('\n')).toMatchFileSnapshot('bytes.txt')
})

test('an index is the same whether lists that wait to be merged are in memory or not', () => {
  // More than is read together: many lists, and one that is longer.
  const rest = Array.from({ length: 50 }, (_, i) => `w${i}`).join(' ')
  const terms = { title: termsOf('Harbours'), content: termsOf(`${'harbour '.repeat(135)}${rest}`) }
  const bulk = bulkWorkspace('demo', 520, () => '')
  const posts = bulk.posts.map((post) => ({ ...post, terms, language: 'en' }))
  const get = () => undefined
  const indexed = (scratch: WriterMemo['scratch']) => {
    const values = { get, peek: get, has: () => false, set: get }
    return filesOf({ ...bulk, posts }, { vocabulary: new Vocabulary(), scratch, values })
  }
  let reads = 0
  const hold = (bytes: Uint8Array) => {
    const held = Uint8Array.from(bytes)
    return (into: Uint8Array, from: number) => {
      reads++
      into.set(held.subarray(from, from + into.length))
    }
  }
  expect(indexed({ hold })).toBe(indexed(undefined))
  expect(reads).toBeGreaterThan(2)
  expect(indexed({ hold: get })).toBe(indexed(undefined))
})

const changes: Record<string, (posts: Own[], at: number, to: number, own: Own) => void> = {
  edit: (posts, at, _, own) => posts.splice(at, 1, own),
  'edit the newest': (posts, _, __, own) => posts.splice(0, 1, own),
  'edit the oldest': (posts, _, __, own) => posts.splice(-1, 1, own),
  'edit two': (posts, at, to, own) => {
    posts[at] = { ...own, title: posts[at]!.title }
    posts[to] = { ...own, content: posts[to]!.content }
  },
  add: (posts, at, _, own) => posts.splice(at, 0, own),
  'add the newest': (posts, _, __, own) => posts.unshift(own),
  remove: (posts, at) => posts.splice(at, 1),
  'remove the oldest': (posts) => posts.pop(),
  move: (posts, at, to) => posts.splice(to, 0, ...posts.splice(at, 1)),
  copy: (posts, at, to) => posts.splice(to, 0, posts[at]!),
  translate: (posts, at, to) => {
    posts[at] = { ...posts[at]!, language: posts[to]!.language }
  },
  exchange: (posts, at, to) => {
    const [one, other] = [posts[at]!, posts[to]!]
    posts[at] = other
    posts[to] = one
  },
  reverse: (posts) => posts.splice(0, 9, ...posts.slice(0, 9).reverse()),
  nothing: () => undefined,
}

test('an index of which shards are kept equals one from nothing, whatever has changed', {
  tags: 'nightly',
}, () => {
  const random = seeded(5)
  const values = new Map<string, Uint8Array>()
  const get = (kind: string, key: string) => values.get(`${kind} ${key}`)
  const found: string[] = []
  const kept: WriterMemo['values'] = {
    shards: { seed: 3, least: 2, most: 6, oneIn: 3 },
    ...{ peek: get, has: (kind, key) => values.has(`${kind} ${key}`) },
    get(kind, key) {
      const value = get(kind, key)
      if (value && kind === 'segments') found.push(key)
      return value
    },
    set: (kind, key, value) => values.set(`${kind} ${key}`, Uint8Array.from(value)),
  }
  const memo = { vocabulary: new Vocabulary(), values: kept }
  let posts = Array.from({ length: 28 }, () => own(random, 90))
  const workspace = () => {
    const own = workspaceOf(posts)
    const termsKeys = posts.map(({ title, content }) => `${title}\n${content}`)
    return { ...own, posts: own.posts.map((post, i) => ({ ...post, termsKey: termsKeys[i]! })) }
  }
  const names = Object.keys(changes)
  for (const name of [...names, ...names.toReversed()]) {
    posts = [...posts]
    const [at, to] = [between(random, 1, posts.length - 2), between(random, 1, posts.length - 2)]
    changes[name]!(posts, at, to, own(random, 90))
    expect(filesOf(workspace(), memo), name).toBe(filesOf(workspace()))
  }
  expect(found.length).toBeGreaterThan(20)
})

test('a vocabulary finds each term again, however many there are', () => {
  const terms = Array.from({ length: 5_000 }, (_, i) => `${i.toString(36)}${'ab'.repeat(i % 24)}`)
  const half = new Vocabulary()
  expect(terms.slice(0, 2_500).map((term) => half.numberOf(term))).toEqual([...terms.keys()].slice(0, 2_500))
  half.ranks()
  const whole = new Vocabulary(half.known())
  for (let times = 0; times < 2; times++) {
    expect(terms.map((term) => whole.numberOf(term))).toEqual([...terms.keys()])
  }
  const sorted = terms.toSorted()
  expect(Array.from(whole.sorted(), (number) => terms[number])).toEqual(sorted)
  const ranks = whole.ranks()
  expect(terms.every((term, number) => sorted[ranks[number]!] === term)).toBe(true)
})
