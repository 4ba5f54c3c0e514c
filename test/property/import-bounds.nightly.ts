// What the import of a post may cost: text that repeats the beginning of something costs a few times as much as prose of the
// same length. Here, what takes quadratic time costs more than a hundred times as much.
import { expect, test } from 'vitest'
import { htmlOfWordPress } from '../../import/exports/wordpress-html.ts'
import type { Dialect } from '../../import/source.ts'
import { type ConvertOptions, convert } from '../../import/text/convert.ts'
import { htmlConverter } from '../../import/text/html.ts'
import { timesAsLong } from '../support/ratio.ts'

const options = {
  toMarkdown: undefined,
  page: {},
  site: {},
  rewrite: () => undefined,
  linkTo: () => undefined,
  ownHost: undefined,
  readPiece: (name: string) => (name === 'a' ? 'b {{ include.x }} {% include c %}' : 'd'),
}
const textual =
  (dialect: Dialect, text: ConvertOptions['text'] = 'markdown') =>
  (source: string) =>
    convert(source, { ...options, text, dialect }).markdown

const toMarkdown = await htmlConverter()

interface Converter {
  convert: (source: string) => unknown
  /** What begins something in the language of this program. */
  beginnings: string[]
}

const converters: Record<string, Converter> = {
  hugo: {
    convert: textual('hugo'),
    beginnings: ['{{< highlight a >}}\n', '{{</* ', '{.a ', 'a\n: ', '```\n{{< /a >}}\n'],
  },
  jekyll: {
    convert: textual('liquid'),
    beginnings: [
      '{% raw %}',
      '{% include a x="y" %}',
      '{::comment}',
      '## a {#',
      'a\n{: #b}\n',
      '| a |\n',
      '*[a]: b\n',
      '<div>\n\n',
    ],
  },
  hexo: { convert: textual('hexo'), beginnings: ['{% raw %}{{', '\n```\n', '<video>'] },
  eleventy: { convert: textual('nunjucks'), beginnings: ['{% highlight a %}\n', '<iframe src="'] },
  zola: { convert: textual('zola'), beginnings: ['{%/*', '{{ a(', '\n['] },
  nuxt: { convert: textual('mdc'), beginnings: [':::note\n', ':a[', '<script>\n'] },
  mdx: { convert: textual('none', 'mdx'), beginnings: ['<A {', 'import a\n', '$$'] },
  html: {
    convert: (source) => convert(source, { ...options, toMarkdown, text: 'html', dialect: 'none' }),
    beginnings: [
      '<b>',
      '<i><p>a',
      '<ul><li>',
      '<a href="/x"><p>',
      '<blockquote>',
      '<table><tr><td>',
      '_a',
      '<sup><a href="#a">1</a></sup>',
    ],
  },
  wordpress: {
    convert: (source) => htmlOfWordPress(source, () => [], []),
    beginnings: ['[caption]', '<!-- wp:', '<pre>'],
  },
}
const others = [
  ...[
    '{: toc ',
    ']{: a',
    '# a {: a',
    '{% comment %}',
    '{% a "',
    '{% a(',
    '{% code "',
    '{{< a ',
    '{{ a ',
    '{',
    '{/*',
    '![a](b "c',
    '<img alt="a "',
    '{% include a ',
  ],
  ...[
    '<A>',
    '<A ',
    '<A a="',
    '<code>',
    '<!--',
    'export const a\n',
    '[a] (',
    '[a](',
    '![',
    '[^',
    '> [!',
    '> ',
  ],
  ...['::a{', ':a{', '$a', '`', '\n~~~\n~~~~', '- ', ' \n', '    a\n\n', '[code]', '[embed]', '[gallery '],
]
const all = [...Object.values(converters).flatMap(({ beginnings }) => beginnings), ...others]

const length = 100_000
const filled = (text: string, least = length) => text.repeat(Math.ceil(least / text.length))
/** A tenth is enough to compare with. */
const prose = filled('The quick *brown* fox [jumps](over.md) the `lazy` dog.\n\n', length / 10)
const bound = 10 * 50

test.each(Object.entries(converters))(
  'a post of %s that repeats a beginning costs a few times as much as prose',
  async (_name, { convert }) => {
    convert(prose)
    for (const beginning of all) {
      const ratio = await timesAsLong(
        () => convert(filled(beginning)),
        () => convert(prose),
        bound,
      )
      expect(ratio, JSON.stringify(beginning)).toBeLessThan(bound)
    }
  },
)

test('spaces within something cost a few times as much as prose', async () => {
  for (const { convert } of Object.values(converters)) {
    for (const beginning of ['a', '<A ', '<img ', '<iframe ', '<a href="', '[a](', '```\n', '> ', '{: ']) {
      const ratio = await timesAsLong(
        () => convert(`${beginning}${filled(' ')}b`),
        () => convert(prose),
        bound,
      )
      expect(ratio, JSON.stringify(beginning)).toBeLessThan(bound)
    }
  }
})

test('spaces within code in HTML cost a few times as much as prose', async () => {
  const fromHtml = (source: string) =>
    convert(source, { ...options, toMarkdown, text: 'html', dialect: 'none' })
  for (const open of ['<pre>', '<pre><code>', '<table><tr><td><pre>', '<figure><img src="a.png"><pre>']) {
    const ratio = await timesAsLong(
      () => fromHtml(`${open}a${filled(' ')}b</pre>`),
      () => fromHtml(prose),
      bound,
    )
    expect(ratio, open).toBeLessThan(bound)
  }
})

test('shortcodes of WordPress that all have names of their own cost a few times as much as prose', async () => {
  const { convert } = converters.wordpress!
  const names = Array.from({ length: 20_000 }, (_, i) => `[cc${i}] [a-${i}]`).join(' ')
  const text = filled(prose, names.length)
  expect(
    await timesAsLong(
      () => convert(names),
      () => convert(text),
      50,
    ),
  ).toBeLessThan(50)
})

test.each([
  ['hugo', '{{< a >}}', '{{< /a >}}'],
  ['jekyll', '{% a %}', '{% enda %}'],
  ['nuxt', '::note\n', '::\n'],
  ['mdx', '<Note>', '</Note>'],
  ['mdx', ':::note\n', ':::\n'],
])('a post of %s with %j within one another, thousands of times, is converted', (name, open, close) => {
  const text = `${open.repeat(2_000)}inside${close.repeat(2_000)}`
  const converted = String(converters[name]!.convert(text))
  expect(converted).toContain('inside')
  expect(converted.length).toBeLessThan(50 * text.length)
})
