// Fences end where CommonMark has it, at the top of a text, in quotations and in lists, and a footnote ends before text that does not
// go on with a paragraph of it. The renderer is called by itself: a build for each text would take a thousand times as long.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { tries } from './tries.ts'

const render = markdownRenderer()
const FENCES = ['```', '````', '~~~', '~~~~', '  ```', ' ~~~~'].flatMap((fence) =>
  ['', '', ' ', '\t', ' \t ', 'js', ' js {1}', '\tjs', '~', '`', ' a`b'].map((rest) => fence + rest),
)
const text = fc.array(fc.constantFrom(...FENCES, ...FENCES, 'a', 'b c', '', '', 'd'), { maxLength: 12 })

/** What is behind a fence's own indentation is another matter. */
const trimmed = (code: string) => code.replace(/^ +/gm, '').trimEnd()

/** As the specification says it, line by line. */
function codesIn(lines: readonly string[]): string[] {
  const codes: string[][] = []
  let open: string | undefined
  for (const line of lines) {
    const [, fence = '', info = ''] = /^ *(`{3,}|~{3,})(.*)$/.exec(line) ?? []
    if (open === undefined) {
      if (fence === '' || (fence[0] === '`' && info.includes('`'))) continue
      open = fence
      codes.push([])
    } else if (fence.startsWith(open) && /^[ \t]*$/.test(info)) open = undefined
    else codes.at(-1)!.push(line)
  }
  return codes.map((code) => trimmed(code.join('\n')))
}

test('a fence is closed as in CommonMark, whatever it is in', () => {
  fc.assert(
    fc.property(text, (lines) => {
      const codes = codesIn(lines)
      const within = [
        lines.join('\n'),
        lines.map((line) => `> ${line}`).join('\n'),
        `- a\n\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}`,
      ]
      for (const markdown of within) {
        const found = [...render(markdown).html.matchAll(/<pre><code[^>]*>(.*?)<\/code><\/pre>/gs)]
        expect(found.map(([, code = '']) => trimmed(code))).toEqual(codes)
      }
    }),
    { numRuns: tries(4_000) },
  )
})

const ENDS = [
  '```\nx\n```',
  '~~~~\n```\n~~~~\t',
  '# a',
  'a\n===',
  '***',
  'a\n\n    b',
  '<!-- a\n\nb -->',
  '<p>\na',
]
const TABLE = '| a |\n|---|\n| b |'
const paragraphs = fc.constantFrom('a', '*a*', '![a](b.png)', '[a](b)', '`a`', 'a\nb')
const others = fc.constantFrom(...ENDS, TABLE)
const around = fc.constantFrom(
  (block: string) => block,
  (block: string) => block.replace(/^/gm, '> '),
  (block: string) => `- ${block.replace(/\n(?=.)/g, '\n  ')}`,
  (block: string) => `[^2]: a\n\n${block.replace(/^(?=.)/gm, '    ')}`,
)
const before = fc.constantFrom('', 'a\n\n', '```\nb\n```\n\n', '- a\n\n')

test('text below a footnote is text, unless it goes on with a paragraph', () => {
  const isInNote = (note: string) => {
    const { html } = render(`A[^1] [^2].\n\n[^1]: ${note.replace(/\n(?=.)/g, '\n    ')}\nText.`)
    const [main = '', notes = ''] = html.split('<section')
    expect([main, notes].filter((part) => part.includes('Text.'))).toHaveLength(1)
    return notes.includes('Text.') ? 'note' : main.slice(main.indexOf('\n') + 1)
  }
  fc.assert(
    fc.property(before, others, paragraphs, around, (first, other, paragraph, inside) => {
      expect(isInNote(first + inside(other))).toBe('<p>Text.</p>\n')
      expect(isInNote(first + inside(paragraph))).toBe('note')
    }),
    { numRuns: tries(1_500) },
  )
})
