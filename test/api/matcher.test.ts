// Locating in a text what a search has matched.

import { expect, test } from 'vitest'
import { parseSearch } from '../../packages/search/index.ts'
import { matcherOf } from '../../packages/search/query/matcher.ts'
import { tokenize } from '../../packages/search/text/tokenize.ts'

function marked(query: string, text: string, corrections?: Record<string, string[]>): string[] {
  const words = parseSearch(query).map((word) => {
    const terms = corrections?.[word.terms[0].term]
    return terms ? { ...word, corrections: terms } : word
  })
  return matcherOf(words)(tokenize(text)).map(({ start, end }) => text.slice(start, end))
}

test.each([
  ['har', 'Harbour and harbours, no shark', ['Harbour', 'harbours']],
  ['"harbour"', 'Harbour and harbours', ['Harbour']],
  ['cafe', 'Im Café: CAFÉS', ['Café', 'CAFÉS']],
  ['strasse', 'Die Straße', ['Straße']],
  ['node', 'node.js and node', ['node.js', 'node', 'node']],
  ['node.js', 'node.js and node', ['node.js']],
  ['js', 'node.js', ['js']],
  ['"mice and men"', 'men and mice and men', ['mice', 'and', 'men']],
  ['"mice and men"', 'mice, men', []],
  ['"mice and men" mice', 'mice, men', ['mice']],
  ['"node.js now"', 'node.js now, node now', ['node.js', 'now']],
  ['"and and"', 'and and and', ['and', 'and', 'and']],
  ['认证', 'JWT认证方式', ['认证']],
  ['"jwt 认"', 'JWT认证方式', ['JWT', '认证']],
  ['zzz', 'nothing', []],
])('%s in %s', (query, text, expected) => expect(marked(query, text)).toEqual(expected))

test('a misspelt word is found by its correction, as a whole word', () => {
  const corrections = { harbuor: ['harbour', 'harbor'] }
  expect(marked('harbuor', 'harbour, harbor, harbours, harbuor', corrections)).toEqual(['harbour', 'harbor'])
})
