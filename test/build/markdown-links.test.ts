// Links to hidden posts, removed from the source that readers get.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compiler } from '../../build/compile/compile.ts'
import { ALWAYS, NEVER, type VisibleFrom, withhold } from '../../build/link/withhold.ts'
import { fixed, tries } from '../property/tries.ts'
import { postFile } from '../support/workspace.ts'
import { settings } from './settings.ts'

const compile = compiler(settings())
const path = 'posts/a.md'
const compiled = (markdown: string) =>
  compile({ displayPath: path, relativePath: path }, Buffer.from(postFile({}, markdown))).post
const linksOf = (markdown: string) => compiled(markdown)!.markdownLinks
const left = (markdown: string, seen: (path: string) => VisibleFrom) =>
  withhold(
    markdown,
    linksOf(markdown).flatMap(({ paths, ranges }) =>
      ranges.map((range) => ({ ...range, until: Math.min(...paths.map(seen)) })),
    ),
  )
const isX = (path: string): VisibleFrom => (path === 'posts/x.md' ? NEVER : ALWAYS)
const without = (markdown: string) => left(markdown, isX).text

describe('of a source without links to a post that is left out', () => {
  fixed.each([
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
    ['a comment', 'a <!-- <a href="x.md">b</a> or [d](x.md) --> c', 'a <!-- b or [d]() --> c'],
    ['a comment over blocks', '<!-- x.md\n\n[b]: ./x%2Emd -->\n\na', '<!-- \n\n[b]:  -->\n\na'],
    ['a quote in a comment', '<p><!-- <b c="> --> <a href="x.md">b</a></p>', '<p><!-- <b c="> --> b</p>'],
    [
      'an instruction',
      'a <?include x.md?> <!DOCTYPE x.md> <![CDATA[x.md]]>',
      'a <?include ?> <!DOCTYPE > <![CDATA[]]>',
    ],
    ['a script', 'a <script>go("x.md")</script>', 'a <script>go("")</script>'],
    [
      'what a fence is said to be',
      '```js title="x.md"\na\n```\n\n~~~ x.md\nb\n~~~',
      '```js title=""\na\n```\n\n~~~ \nb\n~~~',
    ],
    [
      'more cells than a table has',
      '> |a|\n> |-|\n> |b|[c](x.md)| `x.md` [d\\|e][r]|\n> |[f](x.md)\n\n[r]: x.md\n',
      '> |a|\n> |-|\n> |b|c| `` d\\|e|\n> |f\n\n',
    ],
    ['a definition that another one hides', '[b]\n\n[b]: /c\n[b]: x.md\n', '[b]\n\n[b]: /c\n'],
    ['a footnote that nothing names', 'a\n\n[^1]: [b](x.md)\n', 'a\n\n[^1]: b\n'],
    [
      'attributes of any meaning',
      '<p data-a="x.md" style="fill: url(\'x.md#a\')" ping="y.md x.md" onclick=\'go("./x.md")\' lang=en>b</p>',
      '<p lang=en>b</p>',
    ],
    [
      'attributes in which names are written otherwise',
      '<p data-a="./x&period;md" data-b=".\\x.md" data-c="\\78 .md" data-e="x%2emd">b</p><iframe srcdoc="&lt;a href=x&amp;period;md&gt;">',
      '<p>b</p><iframe>',
    ],
    [
      'a path through a folder that is named like a file',
      'a <!-- x.md/../x.md --> b <!-- y.md/../x.md -->',
      'a <!--  --> b <!--  -->',
    ],
    ['what should be no attribute', '<p x.md "x.md">b</p x.md>', '<p>b</p>'],
    ['an attribute that nothing closes', '<p>a</p>\n<p data-b="x.md', '<p>a</p>\n<p'],
    ['an attribute written twice', '<a href="/b" href="x.md">c</a>', '<a href="/b">c</a>'],
    [
      'links within HTML links',
      '<a href="https://e.org">[b](x.md)</a> <a href=x.md>c</a>',
      '<a href="https://e.org">b</a> c',
    ],
  ])('%s leaves its words', (_, written, left) => {
    expect(without(written)).toBe(left)
  })

  fixed.each([
    '`[b](x.md)` and ``[c](x.md) ` ``',
    '```md\n[b](x.md)\n```',
    'a\n\n    [b](x.md)\n',
    '\\[b](x.md) and x.md',
    '[x.md](https://example.org/x.md "x.md")',
    '![x.md](https://example.org/a.png)',
    '<span title="x.md">a</span>',
    '<p abbr="x.md" aria-description="x.md" aria-label="x.md" aria-placeholder="x.md" aria-roledescription="x.md">a</p>',
    '<img alt="x.md" src="/y.png" aria-valuetext="x.md"> <table summary="x.md"></table>',
    '[no such reference][x.md]',
    '<q cite="x&amp;period;md">a</q>',
    '<p data-a="y.md">x.mdx ax.md x.md-a</p>',
    '<p data-a="x.md.𐐨 x.md𐐨 x.md.a x.mdä x.md_">a</p>',
    '<a href="https://e.org/?x.md">a</a>',
    '<!-- x.md --> x.md',
  ])('%j stays as it is', (written) => {
    expect(without(written)).toBe(written)
  })

  fixed('words of a form or a player stay where they are published', () => {
    const written = ['input placeholder', 'input value', 'track label', 'optgroup label', 'p value']
      .map((one) => `<${one}="x.md">a</${one.split(' ')[0]}>`)
      .join('\n')
    const post = compiler(settings({ html: 'trusted' }))(
      { displayPath: path, relativePath: path },
      Buffer.from(postFile({}, written)),
    ).post!
    const ranges = post.markdownLinks.flatMap((link) => link.ranges)
    expect(ranges.map(({ from, to }) => written.slice(from, to))).toEqual([' value="x.md"'])
    expect(post.htmlLinks.map(({ reference }) => reference.href)).toEqual(['x.md'])
  })

  fixed('code that looks like a link stays, and the link after it does not', () => {
    const code = '`[b](x.md)` then [b](x.md)\n\n- ```\n  [c](x.md)\n  ```\n\n  [c](x.md)\n'
    expect(without(code)).toBe('`[b](x.md)` then b\n\n- ```\n  [c](x.md)\n  ```\n\n  c\n')
  })

  fixed('a link within a link is a link of its own', () => {
    expect(left('<a href="y.md">a [b](x.md)</a> [c](y.md)', isX)).toEqual({
      text: '<a href="y.md">a b</a> [c](y.md)',
      cuts: [],
    })
  })

  fixed('a name with a bar, escaped as cells of a table require, is one', () => {
    const hidden = (path: string): VisibleFrom => (path === 'posts/x|y.md' ? NEVER : ALWAYS)
    for (const cells of ['% | c', 'c | %', 'c | d | %', 'c | d | e | %']) {
      const table = `| a | b |\n|---|---|\n| ${cells} |\n`
      for (const link of ['<a href="x\\|y.md">b</a>', '[b](x\\|y.md)', '[b](<x\\|y.md>)'])
        expect(left(table.replace('%', link), hidden).text).toBe(table.replace('%', 'b'))
    }
  })

  fixed('what appears later is cut, at its offsets in the remaining text', () => {
    const seen = (path: string): VisibleFrom =>
      ({ 'posts/x.md': NEVER, 'posts/y.md': 3 })[path] as VisibleFrom
    const written = '[a](x.md) [b](y.md) <a href="y.md" data-k="x.md">c</a>'
    const { text, cuts } = left(written, seen)
    expect(text).toBe('a [b](y.md) <a href="y.md">c</a>')
    expect(cuts).toEqual([
      { from: 2, to: 3, until: 3 },
      { from: 4, to: 11, until: 3 },
      { from: 12, to: 27, until: 3 },
      { from: 28, to: 32, until: 3 },
    ])
  })
})

/** The text of a link or an image: a link that contained another one would not be a link. */
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

/** Sources that make links hard to find: links to x.md and lookalikes, nested in each other. */
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

/** Link markup around text; the title of a definition may be on the next line of a quotation. */
const markup =
  /^\[$|^\]([([][\s\S]*[)\]])?$|^<\/?a\b[^<>]*>$|^ cite="x\.md"$|^[\t ]*\[(?:[ru]|\^n)\]: x\.md[\s>]*(\(x\.md\))?\s*$/

test('whatever contains a link, its markup is found, or else its whole block', () => {
  fc.assert(
    fc.property(blocks, fc.constantFrom('\n', '\r\n'), (text, lineEnd) => {
      const markdown = `${text}\n\nSee[^n].\n\n[r]: x.md\n`.replaceAll('\n', lineEnd)
      const post = compiled(markdown)
      // An unclosed fence is an error.
      fc.pre(post !== undefined)
      const {
        content: { html },
        markdownLinks,
      } = post!
      const found = markdownLinks.filter(({ paths }) => paths.includes('posts/x.md'))
      const links = html.match(/<[^<>]* (?:href|cite)="x\.md/g)?.length ?? 0
      expect(found.length).toBeGreaterThanOrEqual(links)
      for (const { from, to } of found.flatMap(({ ranges }) => ranges)) {
        // Cells beyond those of the table's head are not shown: "a|b" makes some.
        const isUnshown =
          markdown.slice(from, to) === 'x.md' &&
          (markdown.includes('a|b') || !/\bx\.md\b/.test(html.replace(/<[^>]*>/g, '')))
        const isBlock =
          /(^|\n)$/.test(markdown.slice(0, from)) && /^(?:\n|[\s\S]\r?(?:\n|$))/.test(markdown.slice(to - 1))
        if (!isBlock && !isUnshown) expect(markdown.slice(from, to)).toMatch(markup)
      }
    }),
    { numRuns: tries(250) },
  )
})
