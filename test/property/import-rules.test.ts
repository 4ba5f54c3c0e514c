// Each rule of import by its name: it makes of its example what it says, nothing in code is changed where it applies, and
// docs/moving-in.md tells of it. This suite asks inside, since what one rule does is only seen beside the same import without it.
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { Lexer, type Token } from 'marked'
import { expect, test } from 'vitest'
import { childrenOf } from '../../build/extract/tokens.ts'
import type { Dialect } from '../../import/source.ts'
import { type ConvertedText, type ConvertOptions, convert } from '../../import/text/convert.ts'
import { htmlConverter } from '../../import/text/html.ts'
import { RULES } from '../../import/text/rules.ts'
import { tries } from './tries.ts'

interface Example extends Partial<ConvertOptions> {
  dialect: Dialect
  source: string
  /** The markdown, or what is told of it. */
  becomes: string | Partial<ConvertedText>
  /** Beginnings of rows and sentences of the section "Text". */
  told: string[]
}

const passthrough = { enable: 'true', delimiters: { inline: [['\\(', '\\)']] } }

const EXAMPLES: Record<string, Example> = {
  'included files': {
    dialect: 'mdc',
    source: '<!--@include: ./a.md-->',
    becomes: { left: new Map([['<!--@include: ./a.md-->', 1]]) },
    told: ['`<!--@include: ./part.md{2,5}-->` of VitePress'],
  },
  HTML: {
    dialect: 'none',
    text: 'html',
    source: '<p>a <b>b</b></p>',
    becomes: 'a **b**',
    told: ['Posts in HTML, such as'],
  },
  'fences before tags': {
    dialect: 'hexo',
    source: '```\n{% raw %}a{% endraw %}\n```',
    becomes: '```\n{% raw %}a{% endraw %}\n```',
    told: ['`{% raw %}`'],
  },
  'tags for code': {
    dialect: 'liquid',
    source: '{% raw %}{{ a }}{% endraw %}',
    becomes: '&#123;{ a }}',
    told: ['`{% raw %}`', '`{% highlight %}`'],
  },
  'HTML over blank lines': {
    dialect: 'liquid',
    source: '<div>\na\n\nb\n</div>',
    becomes: '<div>\na\nb\n</div>',
    told: ['HTML of Jekyll with blank lines in it'],
  },
  'blocks of code': {
    dialect: 'none',
    source: '```\n[a](b.md)',
    becomes: '```\n[a](b.md)\n```',
    told: ['a code fence that is not closed', 'Nothing in code is changed'],
  },
  scripts: {
    dialect: 'mdc',
    source: '<script setup>\nlet a\n</script>\n\nb',
    becomes: 'b',
    told: ['`<!-- more -->`'],
  },
  'code in lines': {
    dialect: 'hugo',
    source: '`{{< kbd a >}}`',
    becomes: '`{{< kbd a >}}`',
    told: ['Nothing in code is changed'],
  },
  comments: { dialect: 'hexo', source: 'a{# b #}c', becomes: 'ac', told: ['`<!-- more -->`'] },
  'ends of excerpts': {
    dialect: 'none',
    source: 'a\n\n{/* truncate */}\nb',
    becomes: 'a\n\nb',
    told: ['`<!-- more -->`'],
  },
  'addresses before links': {
    dialect: 'liquid',
    base: '/p',
    linkTo: () => '/changed/1',
    source: '[a]({{ site.baseurl }}{% link a.md %})',
    becomes: '[a](/changed/1)',
    told: ['`{% link about.md %}` of Jekyll'],
  },
  'template tags': {
    dialect: 'hugo',
    source: '{{< kbd a >}}',
    becomes: '<kbd>a</kbd>',
    told: [
      '`{{< figure >}}`',
      '`{% include word.html of="oars" %}`',
      'tags without a known meaning',
      '`{% link about.md %}`',
      'loops of Liquid',
      "a Hugo site's own shortcodes",
    ],
  },
  variables: {
    dialect: 'liquid',
    source: '{{ page.ship }}',
    page: { ship: 'Ada' },
    becomes: 'Ada',
    told: ['`{{ site.title }}`'],
  },
  formulas: {
    dialect: 'hugo',
    site: { markup: { goldmark: { extensions: { passthrough } } } },
    source: '\\(a\\)',
    becomes: '$a$',
    told: ['`\\( \\)`', 'formulas between dollar signs'],
  },
  'colon lists': { dialect: 'liquid', source: '# a\n{: .b}', becomes: '# a', told: ['`{: .class}`'] },
  abbreviations: {
    dialect: 'liquid',
    source: '*[HTML]: a\n\nHTML',
    becomes: '<abbr title="a">HTML</abbr>',
    told: ['`*[HTML]: HyperText Markup Language`'],
  },
  'tables without a head': {
    dialect: 'liquid',
    source: '| a |\n| b |',
    becomes: '<table>\n<tbody>\n<tr>\n<td>a</td>\n</tr>\n<tr>\n<td>b</td>\n</tr>\n</tbody>\n</table>',
    told: ['tables of Jekyll without a head'],
  },
  'short rules': {
    dialect: 'hugo',
    source: '| a | b |\n|---|\n| c | d |',
    becomes: '| a | b |\n| --- | --- |\n| c | d |',
    told: ['tables of Hugo with fewer cells'],
  },
  'captions of images': {
    dialect: 'nunjucks',
    imageCaption: 'alt',
    source: '![a](/b.png)',
    becomes: '<figure><img src="/changed/6" alt="a"><figcaption>\n\na\n\n</figcaption></figure>',
    told: ['an image alone'],
  },
  'single tildes': { dialect: 'hugo', source: 'a ~b~', becomes: 'a \\~b\\~', told: ['single tildes'] },
  signs: {
    dialect: 'liquid',
    source: '1) a**“b”**c',
    becomes: '1\\) a<strong>“b”</strong>c',
    told: ['`1) x` and `##` alone', 'emphasis of Jekyll'],
  },
  definitions: {
    dialect: 'liquid',
    source: 'a\n: b',
    becomes: '<dl>\n<dt>a</dt>\n<dd>b</dd>\n</dl>',
    told: ['a term, and'],
  },
  'titles of alerts': {
    dialect: 'none',
    source: '> [!tip]- a\n> b',
    becomes: '> [!TIP]\n> **a**\n>\n> b',
    told: ['`> [!NOTE] Title`'],
  },
  'imports and exports': {
    dialect: 'none',
    text: 'mdx',
    source: 'import A from "./a.js"\n\nb',
    becomes: 'b',
    told: ['`import` in MDX'],
  },
  components: {
    dialect: 'none',
    source: '<Note>\na\n</Note>',
    becomes: '> [!NOTE]\n> a',
    told: ['components and `:::` blocks'],
  },
  expressions: {
    dialect: 'none',
    text: 'mdx',
    source: "{'a'}{/* b */}",
    becomes: 'a',
    told: ['`<!-- more -->`'],
  },
  'markdown below tags': {
    dialect: 'none',
    text: 'mdx',
    source: '<div>\n*a*\n</div>',
    becomes: '<div>\n\n*a*\n\n</div>',
    told: ['markdown right below a tag in MDX'],
  },
  containers: {
    dialect: 'none',
    source: ':::note a\nb\n:::',
    becomes: '> [!NOTE]\n> **a**\n>\n> b',
    told: ['`:::note Title`'],
  },
  indents: {
    dialect: 'none',
    text: 'mdx',
    source: 'a\n\n    b',
    becomes: 'a\n\nb',
    told: ['text and fences that are indented in MDX'],
  },
  'components in lines': {
    dialect: 'mdc',
    source: ':button[a]{to="https://b.example"}',
    becomes: '[a](/changed/17)',
    told: ['`:icon{name="x"}`'],
  },
  emoji: {
    dialect: 'none',
    emoji: { smile: '😄' },
    source: ':smile:',
    becomes: '😄',
    told: ['`:smile:`'],
  },
  'ids and attributes': {
    dialect: 'hugo',
    source: '# a {#b}',
    becomes: '# <a id="b"></a>a',
    told: ['`{: .class}`'],
  },
  'tables of contents': { dialect: 'mdc', source: 'a\n\n[[toc]]', becomes: 'a', told: ['`<!-- more -->`'] },
  frames: {
    dialect: 'none',
    source: '<iframe src="https://a.example/"></iframe>',
    becomes: '<a href="/changed/18">Embedded page</a>',
    told: ['`{{< youtube >}}`'],
  },
  'titles of links': {
    dialect: 'none',
    source: '![a](/b.png =1x2)',
    becomes: '![a](/changed/6)',
    told: ['quotes within the title'],
  },
  addresses: {
    dialect: 'none',
    source: '[a](b.md)',
    becomes: '[a](/changed/4)',
    told: ['Links and images change'],
  },
  players: {
    dialect: 'none',
    source: '<video src="https://a.example/"></video>',
    becomes: '<a href="/changed/18">Video</a>',
    told: ['`{{< tweet >}}`'],
  },
  'what is left': {
    dialect: 'none',
    source: 'a <svg></svg>',
    becomes: { left: new Map([['<svg>', 1]]) },
    told: ['`<svg>` within the text'],
  },
  'blank lines': { dialect: 'none', source: 'a\n\n\n\nb', becomes: 'a\n\nb', told: ['Several blank lines'] },
}

const toMarkdown = await htmlConverter()
const optionsOf = (example: Example): ConvertOptions => ({
  text: 'markdown',
  toMarkdown,
  page: {},
  site: {},
  linkTo: () => undefined,
  ownHost: undefined,
  rewrite: (href) => (href.startsWith('/changed/') ? undefined : `/changed/${href.length}`),
  ...example,
})

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
  expect(told.filter((one) => !section.includes(one))).toEqual([])
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
const FOR_CODE = ['HTML', 'fences before tags', 'tags for code']

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
