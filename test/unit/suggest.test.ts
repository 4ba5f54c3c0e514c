// "Did you mean …?"
import { expect, test } from 'vitest'
import { didYouMean, nearest } from '../../build/problems/suggest.ts'

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

test('nothing is near to a word that is mostly other letters', () => {
  expect(nearest('weather', ['title', 'tags'])).toBeUndefined()
  expect(nearest('c', ['a', 'b'])).toBeUndefined()
  expect(didYouMean('weather', ['title', 'tags'], 'Look it up.')).toBe('Look it up.')
})

test('of two words equally near the first is meant', () => {
  expect(nearest('bat', ['cat', 'hat'])).toBe('cat')
})

test('nothing is looked for that is too long for a word', () => {
  expect(nearest('a'.repeat(101), ['a'.repeat(101)])).toBeUndefined()
})
