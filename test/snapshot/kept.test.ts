// What builds keep of a workspace changes nothing that the next one writes, whatever has changed in between: in the same process, and
// in another one, which reads what was kept on disk.

import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stemmer } from '@orama/stemmers/english'
import { afterAll, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { Vocabulary } from '../../packages/search/index.ts'
import { sealOf, sha256 } from '../../snapshot/format/format.ts'
import { Memory } from '../../snapshot/memory.ts'
import { verifySnapshot } from '../../snapshot/read/verify.ts'
import type { KeptValues } from '../../snapshot/write/kept.ts'
import { packWorkspace } from '../../snapshot/write/pack.ts'
import { type SnapshotToWrite, writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace, exampleSite, type WholePost, type WholeWorkspace } from '../support/bulk.ts'

const dir = mkdtempSync(join(tmpdir(), 'galley-kept-'))
afterAll(() => rmSync(dir, { recursive: true }))

type Own = Partial<WholePost> & { title: string; text: string; day: number }

const day = 86_400_000

const known = new Map<Own, WholePost>()
const newest = Date.UTC(2026, 0, 1)
const [usual] = bulkWorkspace('blog', 1, () => '').posts

/** With the keys that builds give. */
function built(own: Own): WholePost {
  const post = known.get(own) ?? make(own)
  known.set(own, post)
  return post
}

function make(own: Own): WholePost {
  const { title, text, day: number, ...more } = own
  const publishedAt = newest - number * day
  const meta = { ...usual!.meta, id: `post_${number}`, slug: `post-${number}`, title }
  const whole = {
    ...usual!,
    ...{ meta, publishedAt, updatedAt: publishedAt, language: 'en', ...more },
    ...{ html: `<p>${text}</p>`, markdown: `${text}\n` },
    terms: { title: termsOf(title), content: termsOf(text) },
  }
  const key = sha256(JSON.stringify(own))
  const contentKey = own.cuts ? undefined : sha256(text)
  return { ...whole, key, termsKey: sha256(JSON.stringify([title, text])), contentKey }
}

let packed = 0
function sealsOf(workspace: WholeWorkspace, kept?: KeptValues): unknown {
  const own = mkdtempSync(join(dir, `${packed++}-`))
  let contents = 0
  const hash = packWorkspace(own, workspace, { kept, onContent: () => contents++ })
  expect(contents).toBe(2 * workspace.posts.length)
  const files = readdirSync(own).map((name) => [name, sealOf(readFileSync(join(own, name)))] as const)
  return { hash, files: Object.fromEntries(files) }
}

interface Keeping {
  kept: KeptValues
  /** Goes on in another process. */
  restart(): void
}

function keeping(): Keeping {
  const values = new Map<string, Uint8Array>()
  const get: KeptValues['get'] = (kind, key) => values.get(`${kind} ${key}`)
  const kept: KeptValues = {
    ...{
      vocabulary: new Vocabulary(),
      memory: new Memory(),
      shards: { seed: 5, least: 8, most: 32, oneIn: 12 },
    },
    ...{ get, peek: get, has: (kind, key) => values.has(`${kind} ${key}`) },
    set: (kind, key, value) => void values.set(`${kind} ${key}`, Uint8Array.from(value)),
  }
  return {
    kept,
    restart() {
      Object.assign(kept, { memory: new Memory() })
    },
  }
}

/** The newest first: posts of a workspace, and what they name. */
interface State extends Pick<WholeWorkspace, 'categories' | 'tags' | 'site' | 'drafts'> {
  posts: Own[]
}

const label = (slug: string, name = slug) => ({
  id: `id_${slug}`,
  slug,
  name,
  description: '',
  declared: true,
})

const words = 'crane harbour lighthouse GitHub node.js café Straße 東京 ship ships shipping'.split(' ')
const textOf = (seed: number) =>
  Array.from({ length: 9 + (seed % 5) }, (_, i) => words[(seed * 7 + i * (seed % 3)) % words.length]).join(
    ' ',
  )

const cut = (until: number) => ({ from: 4, to: 9, until })
const linking = (day: number, until: number): Own => ({
  ...{ title: `Linking ${day}`, text: textOf(day), day },
  cuts: { html: [cut(until)], markdown: [{ ...cut(until), from: 0 }] },
})

const plain = (day: number): Own => ({ title: `Post ${textOf(day).slice(0, 8)}`, text: textOf(day), day })

const redirect = { from: '/was', to: '/post-3', slug: 'post-3' }

const changes: Record<string, (state: State) => void> = {
  nothing: () => undefined,
  'a text': ({ posts }) => posts.splice(4, 1, { ...posts[4]!, text: 'another ship' }),
  'a title': ({ posts }) => posts.splice(5, 1, { ...posts[5]!, title: 'Ship' }),
  'the newest': ({ posts }) => posts.splice(0, 1, { ...posts[0]!, text: 'newer' }),
  'the oldest': ({ posts }) => posts.splice(-1, 1, { ...posts.at(-1)!, text: 'older' }),
  'a new post': ({ posts }) => posts.unshift(plain(-1)),
  'an old post': ({ posts }) => posts.push(plain(99)),
  'a post less': ({ posts }) => posts.splice(3, 1),
  'two in another order': ({ posts }) => posts.splice(6, 2, posts[7]!, posts[6]!),
  'a category of a post': ({ posts }) => posts.splice(2, 1, { ...posts[2]!, category: 'other' }),
  'tags of a post': ({ posts }) => posts.splice(8, 1, { ...posts[8]!, tags: ['b', 'a'] }),
  'an alias': ({ posts }) => posts.splice(7, 1, { ...posts[7]!, aliases: ['was'] }),
  'a redirect': ({ posts }) => posts.splice(7, 1, { ...posts[7]!, redirects: [redirect] }),
  'a cover': ({ posts }) => posts.splice(1, 1, { ...posts[1]!, coverBytes: 77 }),
  'a language': ({ posts }) => posts.splice(1, 1, { ...posts[1]!, languageTag: 'de', language: 'de' }),
  details: ({ posts }) =>
    posts.splice(9, 1, { ...posts[9]!, details: '{"reading":{"minutes":2,"words":9}}' }),
  'a post with a link': ({ posts }) => posts.splice(6, 0, linking(40, 2)),
  'where a link leads': ({ posts }) =>
    posts.splice(
      posts.findIndex(({ cuts }) => cuts),
      1,
      linking(40, 3),
    ),
  'another post with a link': ({ posts }) => posts.push(linking(50, 1)),
  'no link any more': ({ posts }) =>
    posts.splice(
      posts.findIndex(({ cuts }) => cuts),
      1,
      plain(40),
    ),
  'the name of a category': (state) => {
    state.categories = [label('news', 'Newest'), label('other')]
  },
  'a tag that no post has': (state) => {
    state.tags = [...state.tags, label('c')]
  },
  'the order of tags': (state) => {
    state.tags = [...state.tags].reverse()
  },
  'the address of the site': (state) => {
    state.site = { ...exampleSite, url: 'https://example.org/{year}/{slug}' }
  },
  'no address of the site': (state) => {
    state.site = { ...exampleSite, url: null }
  },
  'all posts': (state) => {
    state.posts = state.posts.map((post) => ({ ...post, title: `${post.title}!` }))
  },
  'another workspace of this name': (state) => {
    state.drafts = !state.drafts
  },
}

test('a workspace of which earlier builds have kept something is written as one from nothing', () => {
  const state: State = {
    posts: Array.from({ length: 36 }, (_, i) => plain(i)),
    ...{ categories: [label('news'), label('other')], tags: [label('a'), label('b')], site: exampleSite },
    drafts: false,
  }
  const { authors } = bulkWorkspace('blog', 0, () => '')
  const workspace = (): WholeWorkspace => ({
    ...{ folder: 'blog', keys: ['blog'], authors, stemmers: new Map([['en', stemmer]]) },
    ...{ ...state, posts: state.posts.map((own) => built(own)) },
  })
  const { kept, restart } = keeping()
  for (const [i, [name, change]] of Object.entries(changes).entries()) {
    change(state)
    // Three at a time.
    if (i % 3 !== 2) continue
    if (i % 9 === 5) restart()
    expect(sealsOf(workspace(), kept), name).toEqual(sealsOf(workspace()))
  }
})

test('a workspace of which nothing has changed is not packed again, as long as its folder is whole', () => {
  const { kept } = keeping()
  const values: KeptValues = { ...kept, intact: new Set() }
  const posts = [...Array.from({ length: 4 }, (_, i) => plain(100 + i)), linking(104, 2)].map(built)
  const workspace = { ...bulkWorkspace('blog', 0, () => ''), posts, stemmers: new Map([['en', stemmer]]) }
  const data = join(dir, 'data')
  const write = (means: Partial<SnapshotToWrite> = {}, change: Partial<WholeWorkspace> = {}) => {
    let [packs, contents] = [0, 0]
    const { kept = values, ...others } = means
    // Only whoever packs asks for contents.
    const get: KeptValues['get'] = (kind, key) => {
      if (kind === 'html') packs = 1
      return kept.get(kind, key)
    }
    const { hashes } = writeSnapshot(data, {
      ...{ workspaces: [{ ...workspace, ...change }], builtAt: null, preview: null, keepPrevious: false },
      ...{ kept: { ...kept, get }, isPartlySame: true, onContent: () => contents++ },
      ...others,
    })
    // Progress is told in any case.
    expect([contents, verifySnapshot(data)]).toEqual([10, []])
    return [packs, hashes.get('blog')!] as const
  }
  const [packs, hash] = write()
  expect(packs).toBe(1)
  expect(write()).toEqual([0, hash])
  // What is no part of the folder does not matter.
  expect(write({ builtAt: '2026-01-01T00:00:00.000Z' }, { keys: ['other'] })).toEqual([0, hash])
  const file = (name: string) => join(data, hash, name)
  truncateSync(file('posts.json'), 5)
  expect(write()).toEqual([1, hash])
  rmSync(join(data, hash), { recursive: true })
  expect(write()).toEqual([1, hash])
  expect(write({ isPartlySame: false })).toEqual([1, hash])
  const { intact: _, ...others } = values
  expect(write({ kept: others })).toEqual([1, hash])
  const lacking = (kind: string): KeptValues => ({
    ...values,
    has: (own, key) => own !== kind && values.has(own, key),
  })
  for (const kind of ['html', 'markdown', 'measures']) {
    expect(write({ kept: lacking(kind) }), kind).toEqual([1, hash])
  }
  const [newest, ...older] = posts
  const [again, other] = write({}, { posts: [built(plain(200)), ...posts.slice(1)] })
  expect([again, other === hash]).toEqual([1, false])
  expect(write({}, { posts: [{ ...newest!, key: undefined }, ...older] })).toEqual([1, hash])
  // Of texts that are as they were, nothing is made again.
  const made: string[] = []
  const { vocabulary, get, peek, has } = values
  const texts: KeptValues = {
    ...{ vocabulary, get, peek, has, intact: new Set() },
    set: (kind, key, value) => {
      made.push(kind)
      values.set(kind, key, value)
    },
  }
  for (const change of [built(plain(201)), built(plain(201))]) {
    made.length = 0
    write({ kept: texts }, { posts: [change, ...older] })
  }
  expect(made).toEqual([])
  // Nor if they are written anew.
  const renamed = { posts: [built(plain(201)), ...older], categories: [label('news', 'Newest')] }
  expect(write({ kept: texts }, renamed)[0]).toBe(1)
  expect(made).toEqual(['folders'])
  made.length = 0
  write({ kept: texts }, { posts: [built(plain(202)), ...older] })
  expect(made.sort()).toEqual(['folders', 'html', 'markdown'])
})
