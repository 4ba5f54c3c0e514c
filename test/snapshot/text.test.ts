// Plain text from our own HTML.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { sanitiseTrusted } from '../../build/compile/html/trusted.ts'
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { jsonTextParts, textOf } from '../../snapshot/text/html-text.ts'
import { scanHtml } from '../../snapshot/text/tags.ts'
import { fixed, tries } from '../property/tries.ts'
import { timesAsLong } from '../support/ratio.ts'
import { modelText } from '../support/text-model.ts'

describe('the text of', () => {
  fixed.each([
    ['a paragraph', '<p>One <em>t</em>wo &amp; <a href="x>y">three</a>.</p>', 'One two & three.'],
    ['two blocks', '<h2>Title</h2>\n<p>Body</p>', 'Title\n\nBody'],
    ['a line break', 'a<br>b', 'a\nb'],
    ['a list', '<ul>\n<li>one</li>\n<li>two</li>\n</ul>', 'one\ntwo'],
    ['a table with a caption', '<table><caption>c</caption><td>1</td></table>', 'c\n1'],
    ['a table', '<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>', 'a b\n1 2'],
    [
      'code, with its lines',
      '<pre><code>if (a &lt; b) {\n  go()\n}\n</code></pre>',
      'if (a < b) {\n  go()\n}',
    ],
    [
      'code with signs of its own in it',
      '<pre><code>one\n<b>two</b>\n\n  <i>three</i><br>four\n\n</code></pre>end',
      'one\ntwo\n\n  three\nfour\n\nend',
    ],
    ['characters that are escaped', '&lt;&amp;&quot;&gt;&amp;lt;&amp;copy;', '<&">&lt;&copy;'],
    ['a script, which is none', 'a<script>alert("<p>")</script>b', 'ab'],
    [
      'a script that looks like markup',
      'a<script>if (b<c) d="e"</script><p>f "</p><style>g</style>h',
      'a\n\nf "\n\nh',
    ],
    ['a script that has no end', 'a<script>b</scripts>c', 'a'],
    ['values and names with odd signs', '<p title="a>b=\'" ">a</p><img alt="" />b<c/>d', 'a\n\nbd'],
    ['signs that are no markup', '1 &lt; 2 &amp; 3 > 2', '1 < 2 & 3 > 2'],
    ['values without quotes', '<p title=it\'s lang="a>b">a</p><p>it\'s</p>', "a\n\nit's"],
    ['what is cut off in a tag', 'a<p title="', 'a'],
    ['what is cut off in an end tag', 'a</', 'a'],
    ['what is cut off in a script', 'a<script>b</scr', 'a'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(textOf(html)).toBe(text)
  })

  const kinds: [gap: string, names: string][] = [
    [
      '\n\n',
      'address article aside blockquote details div dl figcaption figure footer h1 h2 h3 h4 h5 h6 header main nav ol p pre section table ul',
    ],
    ['\n', 'li tr dt dd summary caption'],
    [' ', 'td th'],
    ['', 'a b code em i kbd mark s small span strong sub sup'],
  ]
  const elements = kinds.flatMap(([gap, names]) => names.split(' ').map((name) => [name, gap] as const))

  fixed.each(elements)('%s, with its surroundings: %j', (name, gap) => {
    expect(textOf(`a<${name}>b</${name}>c`)).toBe(`a${gap}b${gap}c`)
  })

  fixed.each(['', '<pre>', '<script>', '<a '])(
    'is found in linear time, whatever follows %j',
    async (before) => {
      const parts = [
        '<',
        '<a "',
        "<a ='",
        '<!--',
        '<!',
        '</script ',
        '&',
        '&#',
        ' ',
        '\n',
        '<p>',
        '<a "<b \'',
        '<pre>',
      ]
      const reading = (length: number) => () => {
        for (const part of parts) textOf(`${before + part.repeat(length / part.length)}x`)
      }
      // Quadratic work would take a hundred times as long.
      expect(await timesAsLong(reading(100_000), reading(10_000))).toBeLessThan(50)
    },
  )
})

describe('whatever HTML a post contains', () => {
  const signs = [
    ...['<p>', '</p>', '<b title="&eacute;>">', '</b>', '<br/>', '<x-y>', '<td>', '<li>', '<svg>', '</svg>'],
    ...['<!-- > -->', '<!doctype html>', '<?php ?>', '<![CDATA[a]]>', '<b', '<b =">">', "<b c='d\"e'>", '</'],
    ...[
      '&amp;',
      '&AMP',
      '&lt;',
      '&lt',
      '&copy;',
      '&copy',
      '&#169;',
      '&#xA9;',
      '&#0;',
      '&notit;',
      '&none;',
      '&',
      '&#',
    ],
    ...[
      '<',
      '>',
      '"',
      "'",
      '=',
      ' ',
      '\n',
      '\u00a0',
      '\0',
      'word',
      '日本',
      '😀',
      '<textarea>',
      '</textarea>',
    ],
  ]
  const html = fc.array(fc.constantFrom(...signs), { maxLength: 25 }).map((parts) => parts.join(''))
  const mode = fc.constantFrom(sanitise, sanitiseTrusted)

  test('text and values have four characters escaped, and no other references', () => {
    fc.assert(
      fc.property(html, mode, (html, clean) => {
        const cleaned = clean(html)
        const texts = [...scanHtml(cleaned)].filter((piece) => typeof piece === 'string')
        // What is written like a value in the name of an element is none: `<b="x">`.
        const values = cleaned.replace(/<[^\s>]*=[^>]*>/g, '').match(/="[^"]*"/g) ?? []
        for (const text of [...texts, ...values]) expect(text).not.toMatch(/&(?!(amp|lt|gt|quot);)/)
      }),
      { numRuns: tries(2_000) },
    )
  })

  test('the text of its beginning is the beginning of its text', () => {
    fc.assert(
      fc.property(html, mode, fc.nat(), (html, clean, place) => {
        const whole = clean(html)
        const text = textOf(whole.slice(0, place % (whole.length + 1)))
        // If it is cut inside an escaped character, that one is incomplete.
        expect(textOf(whole).startsWith(text.replace(/&[a-z]*$/, ''))).toBe(true)
      }),
      { numRuns: tries(2_000) },
    )
  })

  /** All that the text depends on, escapes of JSON and white space of several bytes, in no order that makes sense. */
  const parts = fc.constantFrom(
    ...signs,
    ...[
      '<pre>',
      '</pre>',
      '<pre>\n',
      '<script>',
      '</script>',
      '<title a="">',
      '</title>',
      '<br>',
      '<ol>',
      '<th>',
    ],
    ...[
      '<p\n>',
      '<p\u00a0>',
      '<p\u3000a>',
      '<p\\n>',
      '<a\\ title="b\\" c>',
      '<a b=\\">',
      '<p/',
      '<p a="\\\\">',
      '</ p>',
      '<>',
    ],
    ...[
      '\t',
      '\r\n',
      '\f',
      '\v',
      '\b',
      '\u0000',
      '\\',
      '\\n',
      '\n\n',
      '  ',
      ' \u2003 ',
      '\u2028',
      '\u2029',
      '\u202f',
      '\u205f',
      '\u1680',
    ],
    ...[
      '\ufeff',
      '\u0085',
      '\u200b',
      '\u180e',
      '\u2800',
      '\u3001',
      '\ufefe',
      'é',
      'ก',
      '&quot;',
      '&gt;',
      '&lt;b&gt;',
      '&amp;amp;',
      '&quo',
      'q;',
    ],
  )

  test('its text is what an obvious program derives, and so is that of its beginning', () => {
    const html = fc.array(parts, { maxLength: 40 }).map((all) => all.join(''))
    fc.assert(
      fc.property(html, fc.nat(), (html, place) => {
        const characters = [...html]
        const beginning = characters.slice(0, place % (characters.length + 1)).join('')
        for (const one of [html, beginning, sanitiseTrusted(html)]) expect(textOf(one)).toBe(modelText(one))
      }),
      { numRuns: tries(1_500) },
    )
  })
})

describe('a long text', () => {
  /** Words, white space, entities and surrogate pairs at every place where it may be split. */
  const sign = fc.constantFrom(
    'word',
    ' ',
    '\n',
    ' \t ',
    '&amp;',
    '&quot;',
    '&',
    '😀',
    '\u00a0',
    'é',
    '"',
    '\\',
  )
  const long = fc
    .tuple(fc.array(sign, { minLength: 1, maxLength: 30 }), fc.nat(40))
    .map(([signs, shift]) => 'x'.repeat(shift) + signs.join('').repeat(6_000))

  fixed('is the same as in one piece', () => {
    fc.assert(
      fc.property(long, (html) => {
        const text = decodeEntities(html)
        expect(textOf(html) === text.trim().replace(/\s+/g, ' ')).toBe(true)
        expect(textOf(`<pre>${html}</pre>`) === text.trimEnd().replace(/^\n+/, '')).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  fixed.each([
    'word ',
    'word <b>and</b> ',
    '<br>',
    '&amp;',
    '<p>a</p>',
    '<pre>a\nb</pre>',
    '<b title="a&quot;>">',
    '😀',
    '\\',
    '\u0001',
    '\n"😀',
  ])('comes in parts: of many %j', (piece) => {
    for (const before of ['', 'x', '<pre>ab']) {
      const html = before + piece.repeat(Math.ceil(150_000 / piece.length))
      const parts = [...jsonTextParts(Buffer.from(JSON.stringify(html)))]
      expect(Buffer.concat(parts).toString() === JSON.stringify(modelText(html)).slice(1, -1)).toBe(true)
      expect(parts.length).toBeGreaterThanOrEqual(Math.floor(html.length / 70_000))
      expect(parts.length).toBeLessThan(40)
      // Each of them is JSON.
      for (const part of parts) expect(JSON.parse(`"${Buffer.from(part)}"`)).not.toContain('\ufffd')
    }
  })

  fixed('that is all white space takes as long as any', async () => {
    const reading = (length: number) => () => textOf(`<pre>a${' \n'.repeat(length / 2)}`)
    expect(await timesAsLong(reading(500_000), reading(50_000))).toBeLessThan(50)
  })
})
