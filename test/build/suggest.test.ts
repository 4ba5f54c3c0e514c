// "Did you mean …?"
import { expect, test } from 'vitest'
import { didYouMean } from '../../build/problems/suggest.ts'
import { nearest } from '../../snapshot/nearest.ts'

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
    ['ab', 'ba', true],
    ['abc', 'acb', true],
    ['abc', 'cab', false],
    ['abcdef', 'badcef', true],
    ['abcdef', 'badcfe', false],
    ['aab', 'aba', true],
    ['ABC', 'abd', true],
    ['abd', 'ABC', true],
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
