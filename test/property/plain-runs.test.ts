// Text with code, emphasised words and links one after another is found without marked's patterns: it becomes the tokens that marked
// alone makes of it.
import fc from 'fast-check'
import { Marked } from 'marked'
import { expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { anyCharacter } from '../support/characters.ts'
import { tries } from './tries.ts'

const SPANS = [
  ...['`a`', '`a b`', '` a `', '``a``', '`a*b`', '`[a]`', '`a<b`', '`\\`', '`a\\`', '`_`', '`a`b`', '`日`'],
  ...[
    '*a*',
    '**a**',
    '*a b*',
    '**a, b**',
    "*a's*",
    '*é*',
    '*日本*',
    '*😀*',
    '*1*',
    '*a1*',
    '*a-*',
    '*e\u0301*',
  ],
  ...['***a***', '**a*', '*a**', '_a_', '__a__', '* a*', '*a *', '*a.*', '**a\nb**', '*ア*', '*\ud800*'],
  ...['[a](https://x.org)', '[a b](http://x.org/a_b?c=d#e%20)', '[a](https://x.org/(b))', '[a](b)', '[a]'],
  ...['[a](https://x.org "b")', '[*a*](https://x.org)', '![a](https://x.org/b.png)', '[a](https://)'],
  ...[
    '[a *b*](https://x.org)',
    '[a [b](https://x.org) c](https://y.org)',
    '<b>',
    '</b>',
    '<code>',
    '</code>',
  ],
  ...['<a href="x">', '</a>', '<pre>', '~~a~~', 'https://x.org', 'www.x.org', 'a@b.cd', '&amp;', '\\*', '\\'],
]
const TEXTS = [
  ...[
    'a',
    'Word',
    'é',
    '日本',
    '😀',
    '1',
    ' ',
    ' ',
    ' ',
    '  ',
    '\n',
    '  \n',
    '\n\n',
    '\t',
    '\u00a0',
    '\u2028',
  ],
  ...['.', ',', ': ', ':', ';', '!', '?', '(', ')', ']', '"', '“', '-', '/', '//', '|', '^', '$', '+', '='],
  ...[
    '*',
    '**',
    '`',
    '[',
    '_',
    '\udc00',
    '\u0301',
    '\n- ',
    '\n> ',
    '\n\n# ',
    '\n[a]: b\n',
    'mailto:',
    'www.',
  ],
]

const marked = new Marked({ gfm: true })
const render = markdownRenderer()

test('text and what is in it are what marked makes of them', () => {
  const span = fc.constantFrom(...SPANS)
  const piece = fc.oneof(
    { weight: 9, arbitrary: span },
    { weight: 9, arbitrary: fc.constantFrom(...TEXTS) },
    anyCharacter,
  )
  const texts = fc.array(piece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(''))
  // Our rules differ: react@18 is no address, hosts are of any script, some have no spaces, and there are footnotes and alerts.
  const same = texts.filter(
    (text) =>
      !/@.*\d|\[[!^]|(?:\/\/|www\.)(?!\p{ASCII})|[*~][\u1100-\u{3fffd}]|[\u1100-\u{3fffd}][*~]/isu.test(text),
  )
  fc.assert(
    fc.property(same, (text) => {
      expect(render(text).tokens).toEqual([...marked.lexer(text)])
    }),
    { numRuns: tries(8_000) },
  )
})
