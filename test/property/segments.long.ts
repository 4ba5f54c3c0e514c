// What earlier builds have kept of the words of shards changes nothing of the search index: posts are changed, added, removed, copied and
// moved, languages and their stemmers come and go, and every time all files are the same as without it.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as german } from '@orama/stemmers/german'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { Vocabulary } from '../../packages/search/index.ts'
import { sha256 } from '../../snapshot/format/format.ts'
import { Memory } from '../../snapshot/memory.ts'
import type { WriterMemo } from '../../snapshot/write/memo.ts'
import type { ShardBounds } from '../../snapshot/write/shards.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace, type WholePost, type WholeWorkspace } from '../support/bulk.ts'

interface Own {
  title: string
  content: string
  language: string | undefined
}

const words = [
  ...[
    'harbour',
    'Harbour',
    'HARBOUR',
    'harbours',
    'Häuser',
    'Haus',
    'hauser',
    'crane',
    'cranes',
    'GitHub',
    'github',
  ],
  ...[
    'node.js',
    'node',
    'C++',
    '東京',
    '日本語',
    'don’t',
    'ŉ',
    "'n",
    'co\u00adop',
    'coop',
    'Straße',
    'strasse',
    'x',
  ],
]
const text = (most: number) =>
  fc
    .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', ' ', '. ', '\n')), {
      maxLength: most,
    })
    .map((pairs) => pairs.flat().join(''))
/** More words than a title is suggested by. */
const long = Array.from({ length: 90 }, (_, i) => `w${i}`).join(' ')
const own: fc.Arbitrary<Own> = fc.record({
  title: fc.oneof({ weight: 9, arbitrary: text(4) }, fc.constant(long)),
  content: fc.oneof({ weight: 9, arbitrary: text(12) }, fc.constant(`${'crane '.repeat(150)}harbour`)),
  language: fc.constantFrom('en', 'en', 'de', 'xx', undefined),
})
interface Step {
  change: string
  at: number
  to: number
  own: Own
  stemmers: string[]
}

const changes: Record<string, (posts: Own[], step: Step) => void> = {
  edit: (posts, { at, own }) => posts.splice(at % posts.length, 1, own),
  add: (posts, { at, own }) => posts.splice(at % (posts.length + 1), 0, own),
  remove: (posts, { at }) => posts.splice(at % posts.length, posts.length > 1 ? 1 : 0),
  move: (posts, { at, to }) => posts.splice(to % posts.length, 0, ...posts.splice(at % posts.length, 1)),
  copy: (posts, { at, to }) => posts.splice(to % posts.length, 0, posts[at % posts.length]!),
  reverse: (posts) => posts.reverse(),
  translate: (posts, { at, own }) => {
    posts[at % posts.length] = { ...posts[at % posts.length]!, language: own.language }
  },
  /** Words that only the others have vanish, and with them spellings that led. */
  keepOne: (posts, { at }) => posts.splice(0, posts.length, posts[at % posts.length]!),
  replaceAll: (posts, { own }) => posts.fill(own),
  editTwo: (posts, { at, to, own }) => {
    posts[at % posts.length] = { ...own, title: posts[at % posts.length]!.title }
    posts[to % posts.length] = { ...own, content: posts[to % posts.length]!.content }
  },
  same: () => undefined,
}

const place = fc.nat(1_000)
const step: fc.Arbitrary<Step> = fc.record({
  change: fc.constantFrom(...Object.keys(changes), 'edit', 'add'),
  at: place,
  to: place,
  own,
  stemmers: fc.subarray(['en', 'de']),
})

const stems = new Map([
  ['en', english],
  ['de', german],
])

function workspaceOf(all: readonly Own[], stemmers: readonly string[], isKeyed: boolean): WholeWorkspace {
  const bulk = bulkWorkspace('demo', all.length, () => '')
  const posts = bulk.posts.map((post, i): WholePost => {
    const { title, content, language } = all[i]!
    const terms = { title: termsOf(title), content: termsOf(content) }
    const key = sha256(JSON.stringify([title, content]))
    return { ...post, terms, ...(language && { language }), ...(isKeyed && { termsKey: key }) }
  })
  return { ...bulk, posts, stemmers: new Map(stemmers.map((language) => [language, stems.get(language)!])) }
}

/** @param isLive whether the last index is remembered, too */
function keptInMemory(bounds: ShardBounds, isLive: boolean): WriterMemo {
  const values = new Map<string, Uint8Array>()
  const get: WriterMemo['values']['get'] = (kind, key) => values.get(`${kind} ${key}`)
  return {
    vocabulary: new Vocabulary(),
    memory: isLive ? new Memory() : undefined,
    values: {
      shards: bounds,
      get,
      peek: get,
      has: (kind, key) => values.has(`${kind} ${key}`),
      set: (kind, key, value) => values.set(`${kind} ${key}`, Uint8Array.from(value)),
    },
  }
}

const bounds: fc.Arbitrary<ShardBounds> = fc.record({
  seed: fc.nat(),
  least: fc.integer({ min: 1, max: 4 }),
  most: fc.integer({ min: 4, max: 40 }),
  oneIn: fc.integer({ min: 1, max: 9 }),
})

const dir = mkdtempSync(join(tmpdir(), 'galley-segments-'))
afterAll(() => rmSync(dir, { recursive: true }))

function hashOf(workspace: WholeWorkspace, memo?: WriterMemo): string | undefined {
  const options = { builtAt: null, preview: null, keepPrevious: false, memo }
  return writeSnapshot(dir, { workspaces: [workspace], ...options }).hashes.get('demo')
}

test('an index of which shards are kept equals one from nothing', () => {
  const first = fc.array(own, { minLength: 1, maxLength: 12 })
  // Numbers of several bytes are among those of many posts.
  const times = fc.constantFrom(1, 1, 1, 30)
  const property = fc.property(
    first,
    times,
    fc.array(step, { maxLength: 9 }),
    bounds,
    fc.boolean(),
    (some, times, steps, bounds, isLive) => {
      const posts = Array.from({ length: times }, () => some).flat()
      const kept = keptInMemory(bounds, isLive)
      for (const one of steps) {
        changes[one.change]!(posts, one)
        const made = hashOf(workspaceOf(posts, one.stemmers, true), kept)
        expect(made).toBe(hashOf(workspaceOf(posts, one.stemmers, false)))
      }
    },
  )
  fc.assert(property, { numRuns: 24 })
})
