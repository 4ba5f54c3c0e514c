// Words of any text: their positions, and that a query for it asks for no others.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../packages/search/basics/fold.ts'
import { tokenParts } from '../../packages/search/index.ts'
import { queryTerms, tokenize } from '../../packages/search/text/tokenize.ts'
import { anyCharacter } from '../support/characters.ts'
import { tries } from './tries.ts'

test('offsets select the part of the original text that folds to the term', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => {
      for (const { term, start, end } of tokenize(text)) {
        expect(start).toBeLessThan(end)
        expect(fold(text.slice(start, end)).startsWith(term)).toBe(true)
        expect(term).not.toMatch(/\p{Cs}/u)
      }
    }),
    { numRuns: tries(2_000) },
  )
})

test('a query asks only for terms that the same text has, at the same positions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const index = new Set(tokenize(text).map(({ term, position }) => `${term} ${position}`))
      for (const { term, position } of queryTerms(text)) expect(index).toContain(`${term} ${position}`)
    }),
    { numRuns: tries(2_000) },
  )
})

test('parts of a text have the words of the whole, wherever they are split', () => {
  const sign = fc.constantFrom(..."ab1认証ガ .+#@/-_'\u0301\u200dﾞ𝒳𠀀ㅎ")
  const text = fc.oneof(
    fc.string({ unit: sign, maxLength: 40 }),
    fc.string({ unit: anyCharacter, maxLength: 40 }),
  )
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (text, runs) => {
      expect([...tokenParts(text, runs)].flat()).toEqual(tokenize(text))
    }),
    { numRuns: tries(2_000) },
  )
})

test('a word is folded the same way whatever is next to it', () => {
  const sign = fc.constantFrom(
    ...'aéßﬁΣςİ가ㄱㅏ가かｶ\u3099ﾞا\u0654น\u0e33\u0301\u200d𠀀𝒳\ud840\udc00'.split(''),
  )
  const text = fc.oneof(
    fc.string({ unit: sign, maxLength: 8 }),
    fc.string({ unit: anyCharacter, maxLength: 8 }),
  )
  fc.assert(
    fc.property(text, (text) => {
      // A Devanagari sign, which is folded together with its whole cluster.
      expect(fold(`${text} कि`)).toBe(`${fold(text)} कि`)
    }),
    { numRuns: tries(4_000) },
  )
})
