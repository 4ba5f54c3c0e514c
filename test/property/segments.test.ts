// What earlier builds have kept of the search index changes nothing of it, wherever its segments begin: posts are changed, added,
// removed and moved, languages and their stemmers come and go, and every time all files are the same as without it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as german } from '@orama/stemmers/german'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from '../../snapshot/format/format.ts'
import { termsOf } from '../../snapshot/search/terms.ts'
import { Vocabulary } from '../../snapshot/search/vocabulary.ts'
import type { BuiltPost, BuiltWorkspace } from '../../snapshot/types.ts'
import type { KeptValues } from '../../snapshot/write/kept.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { tries } from './tries.ts'

interface Own {
  title: string
  content: string
  language: string | undefined
  /** Of what it is the text, and whether a segment ends with it. */
  isLast: boolean
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
  content: text(12),
  language: fc.constantFrom('en', 'en', 'de', 'xx', undefined),
  isLast: fc.boolean(),
})
const place = fc.nat(1_000)
const step = fc.record({
  change: fc.constantFrom('edit', 'add', 'remove', 'move', 'same'),
  at: place,
  to: place,
  own,
  stemmers: fc.subarray(['en', 'de']),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const changes: Record<string, (posts: Own[], step: Step) => void> = {
  edit: (posts, { at, own }) => posts.splice(at % posts.length, 1, own),
  add: (posts, { at, own }) => posts.splice(at % (posts.length + 1), 0, own),
  remove: (posts, { at }) => posts.splice(at % posts.length, posts.length > 1 ? 1 : 0),
  move: (posts, { at, to }) => posts.splice(to % posts.length, 0, ...posts.splice(at % posts.length, 1)),
  same: () => undefined,
}

const stems = new Map([
  ['en', english],
  ['de', german],
])

function workspaceOf(all: readonly Own[], stemmers: readonly string[], isKeyed: boolean): BuiltWorkspace {
  const bulk = bulkWorkspace('demo', all.length, () => '')
  const posts = bulk.posts.map((post, i): BuiltPost => {
    const { title, content, language, isLast } = all[i]!
    const terms = { title: termsOf(title), content: termsOf(content) }
    const key = `${isLast ? '00000000' : '00000001'}${sha256(JSON.stringify([title, content])).slice(8, 32)}`
    return { ...post, terms, ...(language && { language }), ...(isKeyed && { termsKey: key }) }
  })
  return { ...bulk, posts, stemmers: new Map(stemmers.map((language) => [language, stems.get(language)!])) }
}

function keptInMemory(): KeptValues {
  const values = new Map<string, Uint8Array>()
  return {
    vocabulary: new Vocabulary(),
    get: (kind, key) => values.get(`${kind} ${key}`),
    has: (kind, key) => values.has(`${kind} ${key}`),
    set: (kind, key, value) => values.set(`${kind} ${key}`, Uint8Array.from(value)),
  }
}

test('an index that is merged from what was kept equals one from nothing', () => {
  const dir = mkdtempSync(join(tmpdir(), 'galley-segments-'))
  const hashOf = (workspace: BuiltWorkspace, kept?: KeptValues) =>
    writeSnapshot(dir, {
      workspaces: [workspace],
      builtAt: null,
      preview: null,
      keepPrevious: false,
      kept,
    }).hashes.get('demo')
  try {
    const first = fc.array(own, { minLength: 1, maxLength: 12 })
    const property = fc.property(first, fc.array(step, { maxLength: 6 }), (start, steps) => {
      const posts = [...start]
      const kept = keptInMemory()
      for (const one of steps) {
        changes[one.change]!(posts, one)
        const made = hashOf(workspaceOf(posts, one.stemmers, true), kept)
        expect(made).toBe(hashOf(workspaceOf(posts, one.stemmers, false)))
      }
    })
    fc.assert(property, { numRuns: tries(24) })
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
})
