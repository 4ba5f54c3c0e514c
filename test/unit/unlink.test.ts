// Links to posts that are not to be seen, taken out of the source that readers get.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { markdownRenderer } from '../../build/markdown.ts'
import { sourceLinks } from '../../build/source-links.ts'
import { type Seen, unlink } from '../../build/unlink.ts'

const render = markdownRenderer()
const inside = 'posts/a.md'
const linksOf = (markdown: string) => sourceLinks(markdown, render(markdown).tokens, inside)
const without = (markdown: string) => unlink(markdown, linksOf(markdown), () => 'never').markdown

describe('of a source without links to a post that is left out', () => {
  test.each([
    ['a link', 'a [b](x.md) c', 'a b c'],
    ['a title', '[b](x.md "a (title)") [c](<x.md> \'t\') [d]( x.md (t) )', 'b c d'],
    ['words that are marked', '[*b* `c]` **d**](x.md)', '*b* `c]` **d**'],
    ['brackets in the words', '[a [b] \\] c](x.md)', 'a [b] \\] c'],
    ['a picture in the words', '[![b](https://e.org/x.png)](x.md)', '![b](https://e.org/x.png)'],
    [
      'a link in the words of a picture',
      '![a [b](x.md)](https://e.org/x.png)',
      '![a b](https://e.org/x.png)',
    ],
    ['a query and a fragment', '[b](x.md?a=1#c)', 'b'],
    [
      'a name with escapes',
      '[b](x\\.md) [c](x%2Emd) [d](x&#46;md) [e](./x.md) [f](../posts/x.md)',
      'b c d e f',
    ],
    [
      'references to characters by any name, and without a semicolon',
      '[b](x&period;md) <q cite="&#120&period;md">c</q> <a href=&#x78.md>d</a> <a href=\'x&#46md?"\'>e</a>',
      'b <q>c</q> d e',
    ],
    ['HTML in the words of a link to elsewhere', '[a <q cite="x.md">b</q>](/c)', '[a <q>b</q>](/c)'],
    [
      'references',
      '[b][r] [c][] [d] and [c]\n\n[r]: x.md\n[c]: x.md "t"\n[d]: <x.md>\n  (t)\n',
      'b c d and c\n\n',
    ],
    ['a definition that nothing uses', 'a\n\n[u]: x.md\n\nb', 'a\n\n\nb'],
    ['a definition in a quotation', '> [u]: x.md\n> a', '> \n> a'],
    ['a heading', '## The [b](x.md) ##', '## The b ##'],
    ['a link over lines of a quotation', '> a [b\n> c](x.md) d', '> a b\n> c d'],
    ['a link over lines of a list', '1. a\n   - [b\n     c](x.md)', '1. a\n   - b\n     c'],
    [
      'a link over Windows lines',
      'a\r\n\r\n> [b\r\n> c](x.md) d\r\n\r\n[e](x.md)',
      'a\r\n\r\n> b\r\n> c d\r\n\r\ne',
    ],
    ['a task', '- [ ] [b](x.md)\n- [x] [c](x.md)', '- [ ] b\n- [x] c'],
    [
      'a table',
      '| a | b |\n|---|---|\n| [c\\|d](x.md "e\\|f") | [g](x.md) |',
      '| a | b |\n|---|---|\n| c\\|d | g |',
    ],
    [
      'a footnote',
      'a[^1]\n\n[^1]: See [b](x.md) and\n    [c](x.md).\n',
      'a[^1]\n\n[^1]: See b and\n    c.\n',
    ],
    ['an alert', '> [!NOTE]\n> See [b](x.md).', '> [!NOTE]\n> See b.'],
    ['emphasis around', '**[b](x.md)** ~~[c](x.md)~~', '**b** ~~c~~'],
    ['HTML', 'a <a class=k href="x.md">b <i>c</i></a> d', 'a b <i>c</i> d'],
    ['HTML over lines', "<div><A\nHREF='x.md'\n>b</A ></div>", '<div>b</div>'],
    ['an area', '<map><area shape=rect href=x.md></map>', '<map></map>'],
    ['a citation', '<blockquote cite="x.md" lang=en>b</blockquote>', '<blockquote lang=en>b</blockquote>'],
    ['a description of a picture', '<img src=y.png longdesc=x.md alt="x.md">', '<img src=y.png alt="x.md">'],
    [
      'what no browser gets',
      '<form action="x.md"></form> <object data=\'x.md\'></object>',
      '<form></form> <object></object>',
    ],
    ['a comment', 'a <!-- <a href="x.md">b</a> --> c', 'a <!-- b --> c'],
    [
      'links within HTML links',
      '<a href="https://e.org">[b](x.md)</a> <a href=x.md>c</a>',
      '<a href="https://e.org">b</a> c',
    ],
  ])('%s leaves its words', (_, written, left) => {
    expect(without(written)).toBe(left)
  })

  test.each([
    '`[b](x.md)` and ``[c](x.md) ` ``',
    '```md\n[b](x.md)\n```',
    'a\n\n    [b](x.md)\n',
    '\\[b](x.md) and x.md',
    '[x.md](https://example.org/x.md "x.md")',
    '![x.md](https://example.org/a.png)',
    '<span title="x.md">a</span>',
    '[no such reference][x.md]',
  ])('%j stays as it is', (written) => {
    expect(without(written)).toBe(written)
  })

  test('code that reads like a link stays, and the link behind it does not', () => {
    const code = '`[b](x.md)` then [b](x.md)\n\n- ```\n  [c](x.md)\n  ```\n\n  [c](x.md)\n'
    expect(without(code)).toBe('`[b](x.md)` then b\n\n- ```\n  [c](x.md)\n  ```\n\n  c\n')
  })

  test('a link within a link is a link of its own', () => {
    const seen = (path: string): Seen => (path === 'posts/x.md' ? 'never' : 'always')
    const written = '<a href="y.md">a [b](x.md)</a> [c](y.md)'
    expect(unlink(written, linksOf(written), seen)).toEqual({
      markdown: '<a href="y.md">a b</a> [c](y.md)',
      cuts: [],
    })
  })

  test('what appears later is cut, at its places in what is left', () => {
    const seen = (path: string): Seen => ({ 'posts/x.md': 'never', 'posts/y.md': 3 })[path] as Seen
    const written = '[a](x.md) [b](y.md) <a href="y.md" data-k="x.md">c</a>'
    const { markdown, cuts } = unlink(written, linksOf(written), seen)
    expect(markdown).toBe('a [b](y.md) c')
    expect(cuts).toEqual([
      { from: 2, to: 3, until: 3 },
      { from: 4, to: 11, until: 3 },
    ])
  })
})

/** The words of a link or a picture: with a link in them, a link would be none. */
const label = fc
  .array(
    fc.constantFrom(
      'word',
      'x.md',
      '`[code](x.md)`',
      '\\]',
      '**c**',
      '<b>d</b>',
      '![e](https://e.org/p.png)',
      '\n',
      '[f]',
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((parts) => parts.join(' '))

/** Sources made of what makes links hard to find: what leads to x.md, what only reads so, in each other. */
const inline: fc.Arbitrary<string> = fc.letrec<{ one: string; some: string }>((tie) => ({
  one: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      'word',
      'b',
      'x.md',
      '`[code](x.md)`',
      '\\[code](x.md)',
      '[b]',
      '(x.md)',
      'a|b',
      '\\|',

      '* 1',
      '>',
    ),
    fc.constantFrom(
      '[b](x.md)',
      '[b][r]',
      '[r]',
      '<a href="x.md">b</a>',
      '<a href=x.md>',
      '</a>',
      '<!-- b -->',
    ),
    fc.tuple(fc.constantFrom('**', '_', '~~'), tie('some')).map(([sign, text]) => `${sign}${text}${sign}`),
    label.map((text) => `[${text}](x.md "t")`),
    label.map((text) => `![${text}](https://e.org/p.png)`),
    tie('some').map((text) => `<q cite="x.md">${text}</q>`),
  ),
  some: fc
    .array(tie('one'), { minLength: 1, maxLength: 3 })
    .chain((parts) => fc.constantFrom(' ', ' ', '', '\n').map((between) => parts.join(between))),
})).some

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
const blocks: fc.Arbitrary<string> = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 3 },
    inline,
    inline.map((text) => `# ${text.replaceAll('\n', ' ')}`),
    inline.map((text) => `| a | b |\n|---|---|\n| ${text.replaceAll('\n', ' ')} | [b](x.md) |`),
    fc.constantFrom('```\n[code](x.md)\n```', '[u]: x.md', '<div>\n<a href="x.md">b</a>\n</div>', '---'),
    tie('blocks').map((text) => `> ${indented(text, '> ')}`),
    tie('blocks').map((text) => `- ${indented(text, '  ')}`),
    tie('blocks').map((text) => `1. ${indented(text, '   ')}`),
    tie('blocks').map((text) => `[^n]: ${indented(text, '    ')}`),
  ),
  blocks: fc
    .array(tie('block'), { minLength: 1, maxLength: 3 })
    .chain((parts) => fc.constantFrom('\n\n', '\n').map((between) => parts.join(between))),
})).blocks

/** What makes a link of its words. */
const markup =
  /^\[$|^\]([([][\s\S]*[)\]])?$|^<\/?a\b[^<>]*>$|^ cite="x\.md"$|^[\t ]*\[[ru]\]: x\.md\s*(\(x\.md\))?\s*$/

test('whatever stands in whatever, what makes a link is found, or all that it stands in', () => {
  fc.assert(
    fc.property(blocks, fc.constantFrom('\n', '\r\n'), (text, lineEnd) => {
      const markdown = `${text}\n\nSee[^n].\n\n[r]: x.md\n`.replaceAll('\n', lineEnd)
      const links = render(markdown).html.split(/<a href=x\.md|(?:href|cite)="x\.md/).length - 1
      const found = linksOf(markdown)
      expect(found.length).toBeGreaterThanOrEqual(links)
      for (const { from, to } of found.flatMap(({ ranges }) => ranges)) {
        const isBlock = /(^|\n)$/.test(markdown.slice(0, from)) && /^\r?(\n|$)/.test(markdown.slice(to))
        if (!isBlock) expect(markdown.slice(from, to)).toMatch(markup)
      }
    }),
    { numRuns: 250 },
  )
})
