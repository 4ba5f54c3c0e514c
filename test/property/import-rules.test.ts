// Each rule of import by its name: it makes of its example what it says, nothing in code is changed where it applies, and
// docs/moving-in.md tells of it. This suite asks inside, since what one rule does is only seen beside the same import without it.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Lexer, type Token } from 'marked'
import { expect, test } from 'vitest'
import { childrenOf } from '../../build/extract/tokens.ts'
import { convert } from '../../import/text/convert.ts'
import { RULES } from '../../import/text/rules.ts'
import { EXAMPLES, optionsOf } from './import-examples.ts'
import { tries } from './tries.ts'

test('each rule has an example, and no other has', () => {
  expect(Object.keys(EXAMPLES)).toEqual(RULES.map(({ name }) => name))
})

test.each(RULES)('the rule $name makes of its example what it says', ({ name }) => {
  const { source, becomes, ...example } = EXAMPLES[name]!
  const options = optionsOf({ source, becomes, ...example })
  const expected = typeof becomes === 'string' ? { markdown: `${becomes}\n` } : becomes
  expect(convert(source, options)).toMatchObject(expected)
  const others = RULES.filter((rule) => rule.name !== name)
  expect(convert(source, options, others)).not.toMatchObject(expected)
})

test('the section "Text" tells of each rule, and has no row that is none', () => {
  const page = readFileSync(new URL('../../docs/moving-in.md', import.meta.url), 'utf8')
  const section = /^## Text\n([\s\S]*?)^## /m
    .exec(page)![1]!
    .replace(/^Of Hashnode's[\s\S]*?\n(?=A tag of which)/m, '')
  const told = Object.values(EXAMPLES).flatMap((example) => example.told)
  const unwrapped = section.replaceAll('\n', ' ')
  expect(told.filter((one) => !unwrapped.includes(one))).toEqual([])
  const rows = section.split('\n').filter((line) => /^\| (?!written as)/.test(line))
  expect(rows.length).toBeGreaterThan(30)
  expect(rows.filter((row) => !told.some((one) => row.startsWith(`| ${one}`)))).toEqual([])
})

/** What rules change outside of code. */
const CHANGED = [
  ...[
    '[a](b.md)',
    '![a](b c.png)',
    '<img src="x.png">',
    '<img alt=\\"a\\" src=\\"/b\\" />',
    '<!-- more -->',
    '<!-- c -->',
  ],
  ...[
    '# a {#b}',
    '{: .c #d}',
    '{.e}',
    '*[HTML]: x',
    'HTML',
    '[x]: y',
    '[x][y](z)',
    '> [!note]- T',
    ': d',
    'T',
    '| a | b |',
    '|---|',
  ],
  ...[
    '::: note',
    ':::',
    '::card{a="b"}',
    ':icon{name="x"}',
    '<Note>',
    '</Note>',
    '<Vec<String>>',
    'import x from "y"',
    'export const a = 1',
  ],
  ...[
    '<iframe src="https://e.example/">',
    '<video src="/v.mp4">',
    '<div>',
    '</div>',
    '<pre>',
    '<script>',
    'a ~b~ c',
    '\\(a\\)',
    '$a_b$',
    '[[toc]]',
    ':smile: ~a~',
  ],
  ...[
    '',
    '',
    '  ',
    '    x',
    '\tx',
    'x  ',
    '- x',
    '> x',
    '1. x',
    '```',
    '~~~',
    '    ```',
    '`',
    'x\\',
    '&amp;',
    '字',
    '{',
    '}',
    '{/* x */}',
  ],
]

const prose = fc.constantFrom(
  'Some *text* with [a link](https://e.example/).',
  '# Head',
  '- item\n- item',
  '> quote',
  '| a | b |\n|---|---|\n| c | d |',
  '---',
)
const joined = (all: readonly string[]) => all.join('\n\nText.\n\n')

/** Texts with code of these lines, and outside of it what the rule is for. @returns the same without margins and tags as well */
function textsWith(within: readonly string[], outside: readonly string[], isMdx: boolean) {
  const line = fc.constantFrom(...CHANGED, ...within, ...within)
  const lines = fc.array(line, { minLength: 1, maxLength: 6 })
  /** A fence that none of the lines closes. */
  const fence = fc
    .tuple(
      lines,
      fc.constantFrom('', '  ', '- ', '> ', '1. ', '- - ', '> - '),
      fc.constantFrom('`````', '~~~~~js', '`````js {1}'),
    )
    .map(([code, before, mark]) => {
      const margin = before.replace(/[-\d.]/g, ' ')
      return [mark, ...code, /^[`~]+/.exec(mark)![0]]
        .map((line, at) => (at === 0 ? before : margin) + line)
        .join('\n')
    })
  const span = line
    .filter((one) => one.trim() !== '' && !one.includes('`'))
    .map((code) => `a \`\`${code}\`\` b`)
  const blocks = fc.oneof(
    { weight: 3, arbitrary: fence },
    { weight: 1, arbitrary: outside.length > 0 ? fc.oneof(prose, fc.constantFrom(...outside)) : prose },
    { weight: 2, arbitrary: span },
  )
  const indented = lines.map((code) => code.map((line) => `    ${line}`).join('\n'))
  if (!isMdx)
    return fc
      .array(fc.oneof({ weight: 6, arbitrary: blocks }, { weight: 1, arbitrary: indented }), {
        minLength: 1,
        maxLength: 4,
      })
      .map((all) => ({ source: joined(all), plain: joined(all) }))
  // In MDX, what is indented is not code, and what is between tags is markdown.
  const tags = fc.constantFrom('', '', '<div>', '<section>', '<Note>', '<Unknown>', ':::note', ':::unknown')
  const placed = fc
    .tuple(blocks, fc.constantFrom('', '', '  ', '    ', '      ', '\t'), tags)
    .map(([plain, margin, name]) => {
      const source = plain.replace(/^(?=.)/gm, margin)
      const end = name.startsWith('<') ? name.replace('<', '</') : ':::'
      return { plain, source: name === '' ? source : `${name}\n${source}\n${end}` }
    })
  return fc.array(placed, { minLength: 1, maxLength: 4 }).map((all) => ({
    source: joined(all.map(({ source }) => source)),
    plain: joined(all.map(({ plain }) => plain)),
  }))
}

function* codeIn(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens) {
    if (token.type === 'code' || token.type === 'codespan') yield token.text.trimEnd()
    else yield* codeIn(childrenOf(token))
  }
}
/** The code of fences and spans, in MDX each line without its margin. */
function codeOf(markdown: string, isMdx = false): string[] {
  const codes = [...codeIn(new Lexer({ gfm: true }).lex(markdown))].filter((code) => code.trim() !== '')
  return isMdx ? codes.map((code) => code.replace(/^[ \t]+/gm, '')) : codes
}

/** Rules for code itself: what they make of code is what their examples say. */
const FOR_CODE = [
  'HTML',
  'fences before tags',
  'code that tags include',
  'tags for code',
  'languages of code',
]

test.each(RULES.filter(({ name }) => !FOR_CODE.includes(name)))(
  'where the rule $name applies, nothing in code is changed',
  ({ name }) => {
    const { source: own, ...example } = EXAMPLES[name]!
    const options = optionsOf({ ...example, source: own })
    const isMdx = example.text === 'mdx'
    const hasCode = codeOf(own).length + codeOf(convert(own, options).markdown).length > 0
    const texts = textsWith(own.split('\n'), hasCode ? [] : [own], isMdx)
    fc.assert(
      fc.property(texts, ({ source, plain }) => {
        const { markdown } = convert(source, options)
        const found = { markdown, code: codeOf(markdown, isMdx) }
        expect({ source, ...found }).toEqual({ source, markdown, code: codeOf(plain, isMdx) })
      }),
      { numRuns: tries(300) },
    )
  },
)
