// Words of any text: where they stand, and that a query for it asks for no others.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from '../../snapshot/search/fold.ts'
import { queryTerms, tokenize } from '../../snapshot/search/tokenize.ts'
import { tries } from './tries.ts'

test('offsets cut out of the original text what folds to the term', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      for (const { term, start, end } of tokenize(text)) {
        expect(start).toBeLessThan(end)
        expect(fold(text.slice(start, end)).startsWith(term)).toBe(true)
        expect(term).not.toMatch(/\p{Cs}/u)
      }
    }),
    { numRuns: tries(2_000) },
  )
})

test('a query asks only for what the same text has, at the same positions', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      const index = new Set(tokenize(text).map(({ term, position }) => `${term} ${position}`))
      for (const { term, position } of queryTerms(text)) expect(index).toContain(`${term} ${position}`)
    }),
    { numRuns: tries(2_000) },
  )
})
