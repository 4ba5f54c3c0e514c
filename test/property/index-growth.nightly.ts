// What an author writes to make the index of a post as large as possible: names of many short parts.
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { termsOf } from '../../packages/search/build/words/terms.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { oneOf, type Random, seeded } from '../bench/words.ts'
import { bulkWorkspace } from '../support/bulk.ts'
import { tries } from './tries.ts'

const place = mkdtempSync(join(tmpdir(), 'galley-growth-'))
afterAll(() => rmSync(place, { recursive: true }))

let builds = 0
/** How many bytes a workspace with this post takes, apart from the post itself. */
function indexBytes(text: string): number {
  const data = join(place, String(builds++))
  const { posts, ...workspace } = bulkWorkspace('demo', 1, () => text)
  const terms = { title: termsOf(''), content: termsOf(text) }
  const counted = posts.map((post) => ({ ...post, terms }))
  writeSnapshot(data, {
    workspaces: [{ ...workspace, posts: counted }],
    builtAt: null,
    preview: null,
    keepPrevious: false,
  })
  return readdirSync(data, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/content|posts|json$/.test(name))
    .map((name) => statSync(join(data, name)))
    .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}

const alphabets = [
  'abcdefghijklmnopqrstuvwxyz0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  'éèêëàâäîïôöùûüçñ',
  'αβγδεζηθικλμνξοπρστυφχψω',
]

/** What one part of a name has, how many parts it has, and the sign before it. */
const shape = fc.record({
  letters: fc.constantFrom(...alphabets),
  length: fc.constantFrom(1, 2, 3, 8),
  parts: fc.constantFrom(2, 4, 7, 8, 9, 50),
  prefix: fc.constantFrom('', '@', '.'),
  joiner: fc.constantFrom('.', '-', '_'),
})

function nameOf(random: Random, letters: readonly string[], length: number, parts: number): string[] {
  return Array.from({ length: parts }, () => Array.from({ length }, () => oneOf(random, letters)).join(''))
}

test('an index grows by some eight times the length of the names at most, beyond their parts and the whole of them', () => {
  fc.assert(
    fc.property(shape, fc.nat(), ({ letters, length, parts, prefix, joiner }, seed) => {
      const random = seeded(seed)
      const names: string[][] = []
      for (let bytes = 0; bytes < 100_000; bytes += Buffer.byteLength(names.at(-1)!.join(joiner)) + 1) {
        names.push(nameOf(random, [...letters], length, parts))
      }
      const text = names.map((name) => prefix + name.join(joiner)).join(' ')
      const apart = names.map((name) => `${name.join(' ')} ${name.join('')}`).join(' ')
      const growth = (indexBytes(text) - indexBytes(apart)) / Buffer.byteLength(text)
      expect(growth).toBeLessThan(9)
    }),
    { numRuns: tries(160) },
  )
})
