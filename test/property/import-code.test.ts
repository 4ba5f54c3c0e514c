// The import finds the blocks of code that a workspace's renderer finds. Internal, since it shows in nothing but what is left
// alone.
import fc from 'fast-check'
import { Lexer, type Token } from 'marked'
import { expect, test } from 'vitest'
import { childrenOf } from '../../build/extract/tokens.ts'
import { codeBlocksIn } from '../../import/markdown/scan.ts'

const tries = { numRuns: Number(process.env.RUNS ?? 1000), ...(process.env.CI ? { seed: 40 } : {}) }

const line = fc
  .tuple(
    fc.constantFrom(
      '',
      '',
      '',
      '',
      ' ',
      '  ',
      '   ',
      '    ',
      '     ',
      '> ',
      '>     ',
      '- ',
      '1. ',
      '  - ',
      '- > ',
      '> - ',
    ),
    fc.constantFrom(
      '',
      '',
      'text',
      'text',
      'more `a` text',
      '# head',
      '---',
      '***',
      '```',
      '```js',
      '````',
      '~~~',
      '~~~ a',
      '<div>',
      '</div>',
      '| a |',
      '- x',
      '1. x',
      '```{r}',
      '`` ` ``',
    ),
  )
  .map((parts) => parts.join(''))
/** What goes on with a quotation without its sign is up to the library. */
const html = fc.constantFrom('<!--\n\n    x\n-->', '<pre>\n\n    x\n```\n</pre>', '<!-- c -->\n    x')
const text = fc
  .array(fc.oneof({ weight: 9, arbitrary: line }, { weight: 1, arbitrary: html }), { maxLength: 12 })
  .map((lines) =>
    lines
      .map((one, at) => (lines[at - 1]?.includes('>') && !one.startsWith('>') ? `\n${one}` : one))
      .join('\n'),
  )

const plain = (code: string) =>
  code
    .split('\n')
    .map((one) => one.replace(/^[ \t>]+|[ \t]+$/g, ''))
    .join('\n')
    .replace(/^\n+|\n+$/g, '')

function* codeIn(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens) {
    if (token.type === 'code') yield plain(token.text)
    else yield* codeIn(childrenOf(token))
  }
}

/**
 * What the library reads otherwise than CommonMark: lines of an item that are not as far right as its text. They go on with a
 * paragraph only, but in the library with HTML and with an item without text as well; and as it keeps their indentation, or cuts
 * it by the item's, signs in them become a fence.
 */
const OTHERWISE = [
  /^ +- *\n(?= {0,3}[^\s>*#<~-])/m,
  / {2}<\/?div>\n(?:> )? {0,3}[^\s>*#<~-]/,
  /^(?: {3}-| {2,3}\d\.).*\n(?:.*\S.*\n)* {4,5}(?:`{3}|~{3})/m,
]

test('code is found as it is rendered', () => {
  fc.assert(
    fc.property(text, (source) => {
      fc.pre(!OTHERWISE.some((pattern) => pattern.test(source)))
      const blocks = codeBlocksIn(source)
      // The library ends fences in lists and quotations that are not closed in ways of its own.
      fc.pre(
        blocks.every(({ isLeft, isClosed }) => !isLeft && (isClosed || !/^[ \t]*(?:[->]|\d)/m.test(source))),
      )
      const found = blocks.map(({ from, to, fence, isClosed }) => {
        const lines = source.slice(from, to).split('\n')
        return plain(
          lines
            .slice(fence === undefined ? 0 : 1, fence !== undefined && isClosed ? -1 : undefined)
            .join('\n'),
        )
      })
      expect({ source, found }).toEqual({ source, found: [...codeIn(new Lexer({ gfm: true }).lex(source))] })
    }),
    tries,
  )
})

test.each(['- x\n  - \ntext\n    ~~~', '  1. x\n    ````\n    text', '   - x\n     - x\n    ~~~'])(
  'in %j there is no code, though it is rendered as some',
  (source) => {
    expect(OTHERWISE.some((pattern) => pattern.test(source))).toBe(true)
    expect(codeBlocksIn(source)).toEqual([])
    expect([...codeIn(new Lexer({ gfm: true }).lex(source))]).toHaveLength(1)
  },
)
