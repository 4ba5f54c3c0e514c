// Plain text from our own HTML.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textJson } from '../../api/_app/listing/text.ts'
import { decodeEntities } from '../../snapshot/entities.ts'
import { textOf } from '../../snapshot/text.ts'
import { timesAsLong } from '../ratio.ts'

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
    ['entities', '&lt;&#65;&#x1F600;&#0;&bogus;&amp;lt;', '<A😀\ufffd&bogus;&lt;'],
    ['names of characters', '&copy;&yuml;&Eacute;&sigma;&sigmaf;&Sigma;&Omega;&hellip;', '©ÿÉσςΣΩ…'],
    ['a script, which is none', 'a<script>alert("<p>")</script>b<!-- c -->d', 'abd'],
    [
      'a script that looks like markup',
      'a<script>if (b<c) d="e"</script><p>f "</p><style>g</STYLE >h',
      'a\n\nf "\n\nh',
    ],
    ['a script that has no end', 'a<script>b</scripts>c', 'a'],
    ['comments and declarations', '<!DOCTYPE html>a<!-->b<!-- > -->c<?d?>e<!-- f', 'abce'],
    ['a quote that is none', "<p title=it's>a</p><p>it's</p>", "a\n\nit's"],
    ['signs that are no markup', '1 < 2 & 3 > 2', '1 < 2 & 3 > 2'],
    ['an unfinished tag', 'a<p title="', 'a'],
    ['nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(textOf(html)).toBe(text)
  })

  test.each(['', '<pre>', '<script>', '<a '])(
    'is found in proportion to the length of what follows %j',
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
      // What grows with the square takes a hundred times as long.
      expect(await timesAsLong(reading(200_000), reading(20_000))).toBeLessThan(50)
    },
  )
})

describe('a long text', () => {
  /** Words, white space, entities and pairs of surrogates, wherever it may be parted. */
  const sign = fc.constantFrom(
    'word',
    ' ',
    '\n',
    ' \t ',
    '&amp;',
    '&#x1F600;',
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

  test('is what it would be in one piece', () => {
    fc.assert(
      fc.property(long, (html) => {
        const text = decodeEntities(html)
        expect(textOf(html) === text.trim().replace(/\s+/g, ' ')).toBe(true)
        expect(textOf(`<pre>${html}</pre>`) === text.trimEnd().replace(/^\n+/, '')).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test('is the same as JSON, made in slices', async () => {
    await fc.assert(
      fc.asyncProperty(long, async (html) => {
        const json = Buffer.concat(await textJson(Buffer.from(JSON.stringify(html))))
        expect(json.toString() === JSON.stringify(textOf(html))).toBe(true)
      }),
      { numRuns: 10 },
    )
  })

  test.each(['\\', '"', '\n', '\u0001', '\\n"😀'])('is parted between escapes: %j', async (escaped) => {
    for (const shift of [0, 1, 2, 3, 4, 5]) {
      const html = `<pre>${'x'.repeat(shift)}${escaped.repeat(100_000)}</pre>`
      const json = Buffer.concat(await textJson(Buffer.from(JSON.stringify(html))))
      expect(json.toString() === JSON.stringify(textOf(html))).toBe(true)
    }
  })
})
