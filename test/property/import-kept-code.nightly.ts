// Whatever program a post is of, and whatever is around its code: nothing in the code is changed.
import fc from 'fast-check'
import { Lexer, type Token } from 'marked'
import { expect, test } from 'vitest'
import { childrenOf } from '../../build/extract/tokens.ts'
import type { Dialect } from '../../packages/import/source.ts'
import { type ConvertOptions, convert } from '../../packages/import/text/convert.ts'

const tries = { numRuns: Number(process.env.RUNS ?? 300), ...(process.env.CI ? { seed: 40 } : {}) }

/** What the import changes outside of code. */
const changed = fc.constantFrom(
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
)
const lines = fc.array(changed, { minLength: 1, maxLength: 6 })

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
const indented = lines.map((code) => code.map((line) => `    ${line}`).join('\n'))
const span = changed
  .filter((one) => one.trim() !== '' && !one.includes('`'))
  .map((code) => `a \`\`${code}\`\` b`)
const prose = fc.constantFrom(
  'Some *text* with [a link](https://e.example/).',
  '# Head',
  '- item\n- item',
  '> quote',
  '| a | b |\n|---|---|\n| c | d |',
  '---',
)
const blocks = fc.oneof(
  { weight: 3, arbitrary: fence },
  { weight: 1, arbitrary: prose },
  { weight: 2, arbitrary: span },
)
const joined = (all: readonly string[]) => all.join('\n\nText.\n\n')
const text = fc
  .array(fc.oneof({ weight: 6, arbitrary: blocks }, { weight: 1, arbitrary: indented }), {
    minLength: 1,
    maxLength: 4,
  })
  .map(joined)

/** In MDX, what is indented is not code, and what is between tags is markdown; and the same without either. */
const mdx = fc
  .array(
    fc
      .tuple(
        blocks,
        fc.constantFrom('', '', '  ', '    ', '      ', '\t'),
        fc.constantFrom('', '', '<div>', '<section>', '<Note>', '<Unknown>', ':::note', ':::unknown'),
      )
      .map(([plain, margin, name]) => {
        const source = plain.replace(/^(?=.)/gm, margin)
        const end = name.startsWith('<') ? name.replace('<', '</') : ':::'
        return { plain, source: name === '' ? source : `${name}\n${source}\n${end}` }
      }),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => ({
    source: joined(all.map(({ source }) => source)),
    plain: joined(all.map(({ plain }) => plain)),
  }))

function* codeIn(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens) {
    if (token.type === 'code' || token.type === 'codespan') yield token.text.trimEnd()
    else yield* codeIn(childrenOf(token))
  }
}
const codeOf = (markdown: string) =>
  [...codeIn(new Lexer({ gfm: true }).lex(markdown))].filter((code) => code.trim() !== '')

/** The code of fences and spans, each line without its margin. */
const flush = (codes: string[]) => codes.map((code) => code.replace(/^[ \t]+/gm, ''))

const options = {
  emoji: { smile: '😄' },
  toMarkdown: undefined,
  page: {},
  site: {},
  linkTo: () => undefined,
  ownHost: undefined,
  rewrite: (href: string) => `/changed/${href.length}`,
}

test('code in a post in MDX stays as it is, and what is indented there is not code', () => {
  fc.assert(
    fc.property(mdx, ({ source, plain }) => {
      const { markdown } = convert(source, { ...options, text: 'mdx', dialect: 'none' })
      const found = { markdown, code: flush(codeOf(markdown)) }
      expect({ source, ...found }).toEqual({ source, markdown, code: flush(codeOf(plain)) })
    }),
    tries,
  )
})

test.each<[Dialect, ConvertOptions['text']]>([
  ['hugo', 'markdown'],
  ['liquid', 'markdown'],
  ['hexo', 'markdown'],
  ['nunjucks', 'markdown'],
  ['zola', 'markdown'],
  ['mdc', 'markdown'],
  ['none', 'markdown'],
])('code in a post in %s stays as it is', (dialect, kind) => {
  fc.assert(
    fc.property(text, (source) => {
      const { markdown } = convert(source, { ...options, text: kind, dialect })
      expect({ source, markdown, code: codeOf(markdown) }).toEqual({ source, markdown, code: codeOf(source) })
    }),
    tries,
  )
})
