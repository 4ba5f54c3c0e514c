// Terms a few edits away, against the whole table of each.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { similarKeys } from '../../snapshot/search/similar.ts'
import { vocabulary } from '../bench/words.ts'
import { distance } from '../property/whole.ts'

function linesOf(keys: readonly string[]): Buffer {
  const sorted = [...new Set(keys)].map((key) => Buffer.from(key)).sort(Buffer.compare)
  return Buffer.concat(sorted.map((key) => Buffer.concat([key, Buffer.from('\t0\t0\n')])))
}

function check(keys: readonly string[], word: string, edits: number) {
  const lines = linesOf(keys)
  const found = similarKeys(lines, word, edits)
  for (const { line, key } of found) expect(lines.toString('utf8', line).startsWith(`${key}\t`)).toBe(true)
  const near = [...new Set(keys)].filter((key) => distance(key, word) <= edits)
  expect(new Map(found.map(({ key, distance: away }) => [key, away]))).toEqual(
    new Map(near.map((key) => [key, distance(key, word)])),
  )
}

test('keys that are near are found, and no others, in any script', () => {
  const letter = fc.constantFrom('a', 'b', 'é', 'и', '中', '𐐷', '𐐩')
  const key = fc.array(letter, { maxLength: 7 }).map((letters) => letters.join(''))
  const some = key.filter((one) => one !== '')
  fc.assert(fc.property(fc.array(some, { maxLength: 60 }), some, fc.constantFrom(1, 2), check), {
    numRuns: 500,
  })
})

test('words of a large dictionary are found with slips anywhere', () => {
  const words = vocabulary.slice(0, 6_000)
  for (let i = 17; i < words.length; i += 397) {
    const word = words[i]!
    const at = i % word.length
    check(words, `${word.slice(0, at)}${word.slice(at + 1)}`, 1)
    check(words, `${word.slice(0, at)}qx${word.slice(at + 1)}`, 2)
  }
})

test('a word longer than all keys, and one of a single letter', () => {
  check(['a', 'ab', 'abc', 'x'.repeat(64)], 'x'.repeat(64), 2)
  check(['a', 'ab', 'abc'], 'x'.repeat(64), 2)
  check(['a', 'ab', 'abc', 'b'], 'a', 2)
  check([], 'word', 1)
})
