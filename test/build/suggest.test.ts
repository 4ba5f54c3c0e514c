// "Did you mean …?"
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../../build/problems/suggest.ts'
import { distance } from '../property/whole.ts'

test.each([
  ['titel', 'title'],
  ['Title', 'title'],
  ['publishedat', 'publishedAt'],
  ['tag', 'tags'],
  ['athors', 'authors'],
  ['javscript', 'javascript'],
])('%s is nearest to %s', (word, known) => {
  const others = ['title', 'publishedAt', 'tags', 'authors', 'javascript', 'java', 'category']
  expect(nearest(word, others)).toBe(known)
})

test('at most a third of the letters may differ, and never all of them', () => {
  for (const [word, known, near] of [
    ['a', 'a', true],
    ['ab', 'ac', true],
    ['ab', 'cd', false],
    ['abcde', 'abcdx', true],
    ['abcde', 'abcxy', false],
    ['abcdef', 'abcdxy', true],
    ['abcdef', 'abcd', true],
    ['abcdef', 'abc', false],
    ['abcd', 'abcdef', true],
    ['abcdefghi', 'abcdefxyz', true],
    ['abcdefghi', 'abcdexyzw', false],
    ['abcdefghi', 'bcdefghixy', true],
  ] as const) {
    expect([word, known, nearest(word, [known])]).toEqual([word, known, near ? known : undefined])
  }
})

test('nothing is close to a word with mostly different letters', () => {
  expect(nearest('weather', ['title', 'tags'])).toBeUndefined()
  expect(nearest('c', ['a', 'b'])).toBeUndefined()
  expect(didYouMean('weather', ['title', 'tags'], 'Look it up.')).toBe('Look it up.')
})

test('of two equally close words, the first is suggested', () => {
  expect(nearest('bat', ['cat', 'hat'])).toBe('cat')
})

test('nothing is suggested for text that is too long for a word', () => {
  expect(nearest('a'.repeat(100), ['a'.repeat(100)])).toBe('a'.repeat(100))
  expect(nearest('a'.repeat(101), ['a'.repeat(101)])).toBeUndefined()
})

test('the nearest is the one that fewest edits make, whatever the words', () => {
  const word = fc.array(fc.constantFrom('a', 'b', 'c', 'D'), { minLength: 1, maxLength: 9 })
  const text = word.map((letters) => letters.join(''))
  const editsBetween = (a: string, b: string) => distance(a.toLowerCase(), b.toLowerCase())
  const allowed = (a: string, b: string) => {
    const longest = Math.max(a.length, b.length)
    return Math.min(longest - 1, Math.max(1, Math.floor(longest / 3)))
  }
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 4 }), (wanted, known) => {
      const near = known.filter((one) => editsBetween(wanted, one) <= allowed(wanted, one))
      const best = near.toSorted((a, b) => editsBetween(wanted, a) - editsBetween(wanted, b))
      expect(nearest(wanted, known)).toBe(best[0])
    }),
    { numRuns: 2_000 },
  )
})
