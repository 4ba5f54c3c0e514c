// Words a few edits apart, against the whole table of each pair.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editsBetween } from '../../packages/search/basics/edits.ts'
import { nextNear, signatureOf } from '../../packages/search/index/signatures.ts'
import { vocabulary } from '../bench/words.ts'
import { fixed, tries } from './tries.ts'
import { distance } from './whole.ts'

function check(a: string, b: string, most: number) {
  const edits = Math.min(distance(a, b), most + 1)
  const found = Math.min(editsBetween(a, b, most), most + 1)
  // To expect each of a hundred thousand would take twice as long as to compare them.
  if (found !== edits) expect.fail(`${a} and ${b} are ${edits} edits apart, not ${found}`)
  if (edits <= most && !mayBeNear(a, b, most)) expect.fail(`${a} and ${b} are ruled out`)
}

test('near words are recognised, and no others, in any script', () => {
  const letter = fc.constantFrom('a', 'b', 'é', 'и', '中', '𐐷', '𐐩')
  const word = fc.array(letter, { maxLength: 7 }).map((letters) => letters.join(''))
  fc.assert(fc.property(word, word, fc.constantFrom(1, 2), check), { numRuns: tries(3_000) })
})

fixed('words misspelt anywhere are near, and signatures rule out most others', () => {
  const words = vocabulary.slice(0, 6_000)
  let alike = 0
  let compared = 0
  for (let i = 17; i < words.length; i += 397) {
    const word = words[i]!
    const at = i % word.length
    check(`${word.slice(0, at)}${word.slice(at + 1)}`, word, 1)
    check(`${word.slice(0, at)}qx${word.slice(at + 1)}`, word, 2)
    // What was counted for one pair must not be taken for another.
    check(word, word, 2)
    check(word.slice(0, -2), word, 2)
    for (const other of words) {
      check(word, other, 1)
      compared++
      alike += Number(mayBeNear(word, other, 1))
    }
  }
  expect(alike / compared).toBeLessThan(0.01)
})

fixed('words as long as the longest term, and of a single letter', () => {
  check('x'.repeat(64), 'x'.repeat(64), 2)
  check('x'.repeat(64), `${'x'.repeat(63)}yz`, 2)
  check('x'.repeat(70), 'x'.repeat(64), 2)
  check('a', 'ab', 2)
  check('', 'ab', 2)
})

function mayBeNear(a: string, b: string, edits: number): boolean {
  return nextNear(Uint32Array.of(signatureOf(b)), 0, 1, signatureOf(a), edits) === 0
}
