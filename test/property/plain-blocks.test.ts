// Paragraphs and lists whose lines begin with letters are found without marked's patterns: they become the tokens that marked alone
// makes of them.
import fc from 'fast-check'
import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { anyCharacter } from '../support/characters.ts'
import { tries } from './tries.ts'

const BEGINNINGS = [
  ...[
    '',
    '',
    '',
    '- ',
    '- ',
    '* ',
    '+ ',
    '-  ',
    '-\t',
    '- - ',
    '  - ',
    '  ',
    '    ',
    '\t',
    ' ',
    '1. ',
    '10) ',
  ],
  ...['> ', '> - ', '>', '# ', '- [ ] ', '- [x] ', '- > '],
]
const LINES = [
  ...['a', 'a b', 'Word *by* word', 'é', '日本', 'กา', 'Ω', '😀', '\ud800', '\udc00 a', 'a  ', 'a\\', 'a\t'],
  ...['', '', ' ', '\t', '\u00a0', 'a\u00a0', '\u3000', 'a\u3000', '\u2028', 'a\u2028b', '\ufeff', '\u0085a'],
  ...['1', '-', '---', '- - -', '===', '|', 'a | b', 'a|b', '-|-', '|-|-|', '```', '~~~', '<div>', '</div>'],
  ...['<b>', '<!-- a', '-->', '[a]: b', '[a]', '[ ]', '#', '**a**', '`a`', '_a_', '$$', '***'],
]
const BREAKS = ['\n', '\n', '\n', '\n\n', '\n\n', '\n\n\n', '\n \n', '\r\n', '\r\n\r\n', '\r']

const marked = new Marked({ gfm: true })
const render = markdownRenderer()

test('blocks are what marked makes of them', () => {
  const line = fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...LINES) }, anyCharacter)
  const lines = fc.array(fc.tuple(fc.constantFrom(...BEGINNINGS), line, fc.constantFrom(...BREAKS)), {
    minLength: 1,
    maxLength: 10,
  })
  const texts = fc.tuple(lines, fc.boolean()).map(([parts, isWhole]) => {
    const text = parts.flat().join('')
    return isWhole ? text : text.trimEnd()
  })
  // In ours, alerts are tokens of their own.
  const same = texts.filter((text) => !text.includes('[!'))
  fc.assert(
    fc.property(same, (text) => {
      expect(render(text).tokens).toEqual([...marked.lexer(text)])
    }),
    { numRuns: tries(4_000) },
  )
})
