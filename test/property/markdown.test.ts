// Markdown becomes what marked alone makes of it, with its extension for the ids of headings: ours are made otherwise, and plain
// blocks and runs are found without its patterns.
import fc from 'fast-check'
import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { anyCharacter } from '../support/characters.ts'
import { tries } from './tries.ts'

const PIECES = [
  ...['a', 'word', ' ', '  ', '\n', '  \n', '\n\n', '\t', '.', ',', ':', '/', 'é', '日本', '\u00a0'],
  ...['\\', '<', '!', '[', ']', '(', ')', '`', '*', '**', '_', '~', '~~', '&', '&amp;', '&#65;', '&copy;'],
  ...['<b>', '</b>', '<a href="x">', '</a>', '<code>', '</code>', '<pre>', '[a](b)', '![a](b)', '[a]: b\n'],
  ...['://', 'http://', 'HTTPS://x.org', 'ftp://', 'www.', 'www.x.org', 'mailto:', 'xmpp:', '@', 'a@b.cd'],
  ...['- ', '> ', '1. ', '|', '\n|-|\n', '\n# ', '\n# a', '\n## A 1', '\n---\n', '&colon;', '&#x3A;', '-1'],
]

const marked = new Marked({ gfm: true }, gfmHeadingId())
const render = markdownRenderer()

test('markdown becomes what marked makes of it', () => {
  const piece = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...PIECES) }, anyCharacter)
  const texts = fc.array(piece, { minLength: 1, maxLength: 16 }).map((pieces) => pieces.join(''))
  // Ours have footnotes and alerts, too, say what follows the language of code, and react@18 is no address, hosts are of any script, and some have no spaces.
  const same = texts.filter(
    (text) =>
      !/\[[!^]|[`~]{3}|@.*\d|(?:\/\/|www\.)(?!\p{ASCII})|[*~][\u1100-\u{3fffd}]|[\u1100-\u{3fffd}][*~]/isu.test(
        text,
      ),
  )
  fc.assert(
    fc.property(same, (text) => {
      expect(render(text).html).toBe(marked.parse(text, { async: false }))
    }),
    { numRuns: tries(4_000) },
  )
})
