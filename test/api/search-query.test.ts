// The words and phrases that a query asks for.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch } from '../../packages/search/index.ts'
import { editsIn } from '../../packages/search/query/corrections.ts'
import { fixed, tries } from '../property/tries.ts'
import { anyCharacter } from '../support/characters.ts'

/** `word*` is found by its prefix, "a b+2" is a phrase whose second word is in third position; ×2 means given twice. */
function describeTerms(query: string): string[] {
  return parseSearch(query).map(({ terms, quoted, times }) => {
    const list = terms.map(({ term, prefix, offset }, i) => {
      return `${term}${prefix ? '*' : ''}${offset === i ? '' : `+${offset}`}`
    })
    return `${quoted ? `"${list.join(' ')}"` : list.join(' ')}${times > 1 ? `×${times}` : ''}`
  })
}

describe('a query', () => {
  test.each([
    ['grid layout', ['grid*', 'layout*']],
    ['Grid GRID grid', ['grid*×3']],
    ['"grid layout"', ['"grid layout"']],
    ['a "b c" d', ['a*', '"b c"', 'd*']],
    ['a"b"c', ['a*', '"b"', 'c*']],
    ['"a" a "a"', ['"a"×2', 'a*']],
    ['“a b” „c d“ ＂e＂', ['"a b"', '"c d"', '"e"']],
    ['"a b', ['a*', 'b*']],
    ['"a" b"', ['"a"', 'b*']],
    ['""', []],
    ['"!?" a', ['a*']],
    ['"use node.js now"', ['"use node.js now+3"']],
    ['"C++, C#"', ['"c++ c#"']],
    ['认证方', ['认证*', '证方*']],
    ['"认证方"', ['"认证* 证方*"']],
    ['"JWT认"', ['"jwt 认*"']],
    ["don't", ["don't*"]],
    ['!!! … —', []],
    ['', []],
  ])('%s asks for %j', (query, expected) => expect(describeTerms(query)).toEqual(expected))

  test('of any characters is read, and phrases begin at their first word', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 80 }), (text) => {
        for (const { terms, times } of parseSearch(text)) {
          expect(terms[0].offset).toBe(0)
          expect(times).toBeGreaterThan(0)
          for (const { term } of terms) expect(term).not.toBe('')
        }
      }),
      { numRuns: tries(2_000) },
    )
  })
})

fixed.each([
  ['cat', 0],
  ['cats', 1],
  ['Zürich', 1],
  ['harbour', 1],
  ['harbours', 2],
  ['Straßen', 2],
  ['приве', 1],
  ['हिन्दी', 0],
  ['"harbours"', 0],
  ['"harbours harbours"', 0],
  ['v20harbours', 0],
  ['node.js', 0],
  ["don't", 0],
  ['c++', 0],
  ['认证', 0],
  ['サーバー', 0],
  ['ｻｰﾊﾞｰ', 0],
  ['한국어검색', 0],
])('%s may be corrected in %i edits', (query, edits) => {
  for (const word of parseSearch(query)) expect(editsIn(word)).toBe(edits)
})
