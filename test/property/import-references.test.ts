// Addresses are rewritten where markdown has some, and words in parentheses stay where it has none. Called by itself, since an import
// of each text would take a thousand times as long.
import fc from 'fast-check'
import { marked } from 'marked'
import { expect, test } from 'vitest'
import { withReferences } from '../../import/text/references.ts'
import { tries } from './tries.ts'

const atoms = [
  '[a]',
  '[b]',
  '[河]',
  '[ A  B ]',
  '[]',
  '![a]',
  '![x]',
  '(x)',
  '(<y>)',
  '(z "t")',
  ']',
  '\\[',
  '\\]',
  '!',
  ' ',
  'w',
  '\n',
]
const definitions = ['[a]: q', '[河]: <r>', '[a b]: s', '[w]: t "t"']
const texts = fc.tuple(fc.array(fc.constantFrom(...atoms), { maxLength: 14 }), fc.subarray(definitions))

test('each address that markdown has is rewritten, and nothing else', () => {
  fc.assert(
    fc.property(texts, ([inline, defined]) => {
      // Not indented: that would be code, which is hidden from it.
      const text = `w ${inline.join('').replace(/\n\s+/g, '\n')}.\n\n${defined.join('\n')}\n`
      const changed = withReferences(text, (href) => `/n/${href}`)
      const expected = marked.parse(text, { async: false }).replace(/(href|src)="/g, '$1="/n/')
      expect(marked.parse(changed, { async: false })).toBe(expected)
    }),
    { numRuns: tries(40_000) },
  )
})
