// Plain text from our own HTML.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textJson } from '../../api/_app/listing/text.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { sanitiseTrusted } from '../../build/compile/html/trusted.ts'
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { scanHtml } from '../../snapshot/text/html-scanner.ts'
import { textOf, textParts } from '../../snapshot/text/html-text.ts'
import { timesAsLong } from '../support/ratio.ts'

describe('the text of', () => {
  test.each([
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

  test.each(elements)('%s, with its surroundings: %j', (name, gap) => {
    expect(textOf(`a<${name}>b</${name}>c`)).toBe(`a${gap}b${gap}c`)
  })

  test.each(['', '<pre>', '<script>', '<a '])(
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
      expect(await timesAsLong(reading(200_000), reading(20_000))).toBeLessThan(50)
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
        const texts = [...scanHtml(clean(html))].filter((piece) => typeof piece === 'string')
        const values = clean(html).match(/="[^"]*"/g) ?? []
        for (const text of [...texts, ...values]) expect(text).not.toMatch(/&(?!(amp|lt|gt|quot);)/)
      }),
      { numRuns: 2_000 },
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
      { numRuns: 2_000 },
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

  test('is the same as in one piece', () => {
    fc.assert(
      fc.property(long, (html) => {
        const text = decodeEntities(html)
        expect(textOf(html) === text.trim().replace(/\s+/g, ' ')).toBe(true)
        expect(textOf(`<pre>${html}</pre>`) === text.trimEnd().replace(/^\n+/, '')).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test.each(['word ', 'word <b>and</b> ', '<br>', '&amp;', '<p>a</p>', '<pre>a\nb</pre>', '😀'])(
    'comes in parts of some 16,000 characters: of many %j',
    (piece) => {
      const html = piece.repeat(Math.ceil(200_000 / piece.length))
      const parts = [...textParts(html)]
      expect(parts.join('')).toBe(textOf(html))
      expect(parts.length).toBeGreaterThanOrEqual(Math.floor(html.length / 20_000))
      expect(parts.length).toBeLessThan(100)
      for (const part of parts) expect(part.length).toBeLessThan(33_000)
    },
  )

  test('is the same as JSON, made in slices', async () => {
    await fc.assert(
      fc.asyncProperty(long, async (html) => {
        const json = Buffer.concat(await textJson(Buffer.from(JSON.stringify(html))))
        expect(json.toString() === JSON.stringify(textOf(html))).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test.each(['\\', '"', '\n', '\u0001', '\\n"😀'])('is split between escapes: %j', async (escaped) => {
    for (const shift of [0, 1, 2, 3, 4, 5]) {
      const html = `<pre>${'x'.repeat(shift)}${escaped.repeat(100_000)}</pre>`
      const json = Buffer.concat(await textJson(Buffer.from(JSON.stringify(html))))
      expect(json.toString() === JSON.stringify(textOf(html))).toBe(true)
    }
  })
})
