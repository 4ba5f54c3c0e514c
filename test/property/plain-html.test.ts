// HTML of plain forms is made safe without a parser: it becomes what the parser makes of it, byte by byte.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Anchors } from '../../build/compile/html/anchors.ts'
import { Losses } from '../../build/compile/html/losses.ts'
import { plainHtml } from '../../build/compile/html/plain.ts'
import { cleaned } from '../../build/compile/html/sanitise.ts'
import { cleanedTrusted } from '../../build/compile/html/trusted.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { vectors } from '../build/vectors.ts'
import { anyCharacter } from '../support/characters.ts'
import { fixed, tries } from './tries.ts'

const OWN = new Set(['h#a', 'h#b-1'])

/** Whether HTML is plain; if it is, the parser makes the same of it, and again, and loses nothing. */
function isPlain(html: string, own: ReadonlySet<string> = OWN): boolean {
  const anchors = new Anchors(own)
  const plain = plainHtml(html, (tag, id) => anchors.isOwn(tag, id))
  if (plain === undefined) return false
  const losses = new Losses()
  expect(plain).toBe(cleaned(html, anchors, [], losses))
  expect(losses.all()).toEqual([])
  expect(anchors.prefixed.size).toBe(0)
  expect(cleaned(plain, new Anchors(own), [], new Losses())).toBe(plain)
  expect(plain).toBe(cleanedTrusted(html))
  return true
}

const SCHEMES = [
  'javascript:',
  'JavaScript&#58;',
  'https://',
  'http:',
  '//',
  '#',
  'mailto:',
  'data:',
  'a',
  '',
]
const TEXTS = [
  ...[
    'a',
    ' ',
    '\n',
    '"',
    "'",
    '&',
    '<',
    '>',
    '&amp;',
    '&lt;',
    '&gt;',
    '&quot;',
    '&#39;',
    '&#x27;',
    '&copy;',
    '&ampx',
  ],
  ...['&amp;lt;', '\0', '\r', '\u00a0', '=', '/', ':', '<!--', '-->', ']]>', '😀', '?a=1&amp;b=2'],
]
const text = fc
  .array(fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: anyCharacter, maxLength: 2 })), {
    maxLength: 4,
  })
  .map((parts) => parts.join(''))
const value = fc.tuple(fc.constantFrom(...SCHEMES), text).map((parts) => parts.join(''))

const NAMES =
  'p h1 h6 pre blockquote div ul ol li table thead tbody tr th td em strong del b code a br hr img input script svg iframe title style'.split(
    ' ',
  )
const ATTRIBUTES = 'href src title alt id class align start style onclick name data-meta checked'.split(' ')
const attribute = fc.oneof(
  fc.tuple(fc.constantFrom(...ATTRIBUTES), value).map(([name, written]) => ` ${name}="${written}"`),
  fc.constantFrom(
    ...[
      ' id="a"',
      ' id="b-1"',
      ' id="c"',
      ' align="left"',
      ' start="7"',
      ' class="language-js"',
      ' class="x"',
    ],
    ...[' class="markdown-alert markdown-alert-note"', ' class="markdown-alert-title"', '/', ' '],
    ...[' disabled="" type="checkbox"', ' checked="" disabled="" type="checkbox"', ' src="a.png" alt=""'],
  ),
)
const tag = fc
  .tuple(fc.constantFrom(...NAMES), fc.array(attribute, { maxLength: 2 }), fc.boolean())
  .map(([name, attributes, ends]) => (ends ? `</${name}>` : `<${name}${attributes.join('')}>`))

test('of tags and texts in any order', () => {
  const anyHtml = fc.array(fc.oneof(tag, text), { maxLength: 8 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(anyHtml, (html) => {
      isPlain(html)
    }),
    { numRuns: tries(8_000) },
  )
})

test('of elements within each other', () => {
  const { html } = fc.letrec<{ html: string }>((tie) => ({
    html: fc.oneof(
      { depthSize: 'small' },
      text,
      fc
        .tuple(
          fc.constantFrom(...NAMES),
          fc.oneof(fc.constant(''), attribute),
          fc.array(tie('html'), { maxLength: 3 }),
        )
        .map(([name, attributes, inside]) => `<${name}${attributes}>${inside.join('')}</${name}>`),
      fc.constantFrom('<br>', '<hr>', '<img src="a.png" alt="">', '<br />'),
    ),
  }))
  let plain = 0
  fc.assert(
    fc.property(html, (one) => {
      if (isPlain(one)) plain++
    }),
    { numRuns: tries(8_000) },
  )
  expect(plain).toBeGreaterThan(tries(8_000) / 20)
})

describe('of markdown', () => {
  const render = markdownRenderer()

  fixed('with scripts in it', () => {
    for (const markdown of vectors) {
      const { html, anchors } = render(markdown)
      isPlain(html, anchors)
      for (const within of [`<p>${html}</p>`, `<p>${markdown}</p>`, `<a href="${markdown}">x</a>`])
        isPlain(within)
    }
  })

  fixed.each([
    'It\'s "so" & 1 < 2',
    '# A *heading*\n\n## A *heading*',
    '[a](../b.md#c "It\'s") <https://example.org/?a=1&b=2> a@example.org ![a "b"](c.png)',
    '- [ ] a\n- [x] b\n\n  c\n\n3. d\n   - e',
    '| a | b |\n|:--|:-:|\n| `c` | **d** ~~e~~ |',
    '> quoted\n>\n> > again\n\n> [!NOTE]\n> An alert.',
    '```ts title="a.ts" {1}\na < b && "c"\n```\n\n    indented\n\n***\n\na  \nb',
    'H<sub>2</sub>O and <kbd>Esc</kbd>',
  ])('all that it makes is plain: %j', (markdown) => {
    const { html, anchors } = render(markdown)
    expect(isPlain(html, anchors)).toBe(true)
  })
})
