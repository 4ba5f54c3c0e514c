// HTML at random, from what editors write and worse, becomes markdown that shows the same in a workspace.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Anchors } from '../../build/compile/html/anchors.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { isAlike, shapeOf } from '../../import/html/shape.ts'
import { htmlConverter } from '../../import/text/html.ts'

const tries = { numRuns: Number(process.env.RUNS ?? 400), ...(process.env.CI ? { seed: 40 } : {}) }

const words = fc.constantFrom(
  ...[
    'word',
    'Two words',
    '字',
    '重点',
    '한국어',
    '👩',
    'é',
    'a',
    '7',
    'snake_case',
    'x86_64',
    'F#',
    'C++',
    '“q”',
    '(a)',
    '：',
    '。',
    '.',
  ],
)
/** What would be something else in markdown. */
const signs = fc.constantFrom(
  ...[
    '2) x',
    '1. x',
    '10.',
    '-',
    '+',
    '* x',
    '- x',
    '#',
    '## x',
    'x #',
    '&gt; x',
    '&gt;',
    '---',
    '***',
    '===',
    '=',
    '___',
  ],
  ...[
    '| a | b |',
    '| - | - |',
    ':--',
    '|',
    '5~10',
    '~~',
    '~~~',
    '```',
    '`',
    '``',
    '`a`',
    '_a_',
    '__',
    '_',
    '*',
    '**a**',
    'a*b*c',
  ],
  ...[
    '!',
    '![',
    '[',
    ']',
    '](',
    '[x](y)',
    '[x]',
    '[x]: y',
    '[^1]',
    '[^1]: x',
    '[!NOTE]',
    '[ ] x',
    '\\',
    '\\*',
    '\\\\',
    '\\ ',
  ],
  ...[
    '&lt;b&gt;',
    '&lt;',
    '&lt;!--',
    '&lt;div',
    '&amp;amp;',
    '&amp;lt;',
    '&amp;',
    '&amp;copy;',
    '&copy;',
    '&nbsp;',
    '&#12288;',
    '&#8195;',
  ],
  ...[
    'https://e.example/a_b_c?x=1&amp;y=2',
    'www.e.example/_x_',
    'me_x@e.example',
    'https://e.example/*a*',
    'http://e.example).',
  ],
  ...[
    'x@1.2.3',
    '::: note',
    ':a:',
    '{#id}',
    '{: .a}',
    '$a_b$',
    '$$',
    '"',
    "'",
    '@a',
    '=&gt;',
    '<!-- c -->',
    '\n',
    '\t',
    '  ',
  ],
)
const text = fc
  .array(fc.oneof({ weight: 3, arbitrary: words }, { weight: 2, arbitrary: signs }), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((parts) => fc.constantFrom('', ' ', ' ', '\n').map((glue) => parts.join(glue)))

const wrap = (names: string[], inner: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom(...names), inner).map(([name, html]) => {
    // There are no links in links; a paragraph of its own is behind one that has blocks in it.
    const whole = `<${name}>${name.startsWith('a ') ? html.replace(/<\/?a\b[^>]*>/g, '') : html}</${name.split(' ')[0]}>`
    return name.includes('around') ? `<div>${whole}</div>` : whole
  })

const marks = [
  'em',
  'strong',
  'b',
  'i',
  'del',
  's',
  'code',
  'sub',
  'kbd',
  'u',
  'span',
  'a href="/x"',
  'a href="https://e.example/(a)_b" title="T &quot;q&quot;"',
  'font',
  'mark',
  'small',
  'q',
  'x-y',
  'em id="e"',
]
const voids = fc.constantFrom(
  ...[
    '<br>',
    '<br><br>',
    '<img src="/a_b.png" alt="A [b] *c*">',
    '<img src="/c d.png">',
    '<a name="n"></a>',
    '<a href="#n">to</a>',
    '<code>a`b</code>',
    '<code> a </code>',
    '<code>*a*_b_</code>',
    '<wbr>',
    '<a href="https://e.example/">https://e.example/</a>',
    '<input type="checkbox" checked disabled>',
    '<b></b>',
    '<i> </i>',
    '<strong><br></strong>',
  ],
)

const { inline } = fc.letrec<{ inline: string }>((tie) => ({
  inline: fc
    .array(
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        { weight: 5, arbitrary: text },
        { weight: 2, arbitrary: voids },
        { weight: 4, arbitrary: wrap(marks, tie('inline')) },
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => parts.join('')),
}))

const code = fc
  .array(
    fc.constantFrom(
      'a',
      '  b',
      '',
      '```',
      '~~~',
      '\t',
      '&lt;b&gt;',
      '&amp;amp;',
      '<span>s</span>',
      '<!-- more -->',
      '# x',
      '{{ x }}',
    ),
    { maxLength: 5 },
  )
  .map((lines) => lines.join('\n'))
const cell = fc.oneof(
  inline,
  fc.constantFrom('', 'a|b', '<p>one</p>', '<p>one</p><p>two</p>', '<ul><li>x</li></ul>', '<code>|</code>'),
)
const row = (name: string) =>
  fc
    .array(cell, { minLength: 2, maxLength: 2 })
    .map((cells) => `<tr>${cells.map((one) => `<${name}>${one}</${name}>`).join('')}</tr>`)
const table = fc
  .tuple(fc.option(row('th'), { nil: '' }), fc.array(row('td'), { minLength: 1, maxLength: 3 }))
  .map(([head, rows]) => `<table>${head && `<thead>${head}</thead>`}<tbody>${rows.join('')}</tbody></table>`)

const { block } = fc.letrec<{ block: string; item: string }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small' },
    inline,
    tie('block'),
    fc.tuple(inline, tie('block')).map((two) => two.join('')),
  ),
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: wrap(['p', 'p', 'p', 'h2', 'h3', 'p id="p"', 'h2 id="own"'], inline) },
    { weight: 2, arbitrary: inline },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom('<pre>', '<pre><code class="language-js">', '<pre class="brush: js">'), code)
        .map(([open, lines]) => `${open}${lines}${open.includes('<code') ? '</code>' : ''}</pre>`),
    },
    { weight: 1, arbitrary: table },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '<hr>',
        '<p></p>',
        '<p>&nbsp;</p>',
        '<figure><img src="/f.png" alt="F"></figure>',
        '<figure><img src="/f.png"><figcaption>C <b>d</b></figcaption></figure>',
        '<dl><dt>t</dt><dd>d</dd></dl>',
        '<a href="/card"><div><h3>Card</h3><p>What it says</p></div></a>',
        '<h2></h2>',
        '<ul></ul>',
      ),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(
          fc.constantFrom('ul', 'ol', 'ol start="3"', 'ol start="0"'),
          fc.array(tie('item'), { minLength: 1, maxLength: 3 }),
        )
        .map(
          ([name, items]) =>
            `<${name}>${items.map((one) => `<li>${one}</li>`).join('\n')}</${name.split(' ')[0]}>`,
        ),
    },
    {
      weight: 2,
      arbitrary: wrap(
        [
          'blockquote',
          'div',
          'section',
          'i',
          'div id="d"',
          'blockquote id="q"',
          'a href="/around"',
          'div align="center"',
          'details',
        ],
        fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((blocks) => blocks.join('')),
      ),
    },
  ),
}))
const html = fc.array(block, { minLength: 1, maxLength: 4 }).map((blocks) => blocks.join(''))

const render = markdownRenderer()
const toMarkdown = await htmlConverter()

function shown(markdown: string): string {
  const { html, anchors } = render(markdown)
  return sanitise(html, new Anchors(anchors))
}

test('HTML that becomes markdown shows the same', () => {
  fc.assert(
    fc.property(html, (source) => {
      const markdown = toMarkdown(source)
      const [before, after] = [sanitise(source), shown(markdown)]
      const [a, b] = [shapeOf(before), shapeOf(after)]
      if (!isAlike(a, b))
        expect({ markdown, content: b.content, ids: [...b.ids] }).toEqual({
          markdown,
          content: a.content,
          ids: [...a.ids],
        })
    }),
    tries,
  )
})

/** Letters and pictures, found without what the import compares. */
function plainly(html: string): { letters: string; pictures: string[] } {
  const pictures = html.matchAll(/ src="([^"]*)"(?: alt="([^"]*)")?/g)
  return {
    letters: html.replace(/<[^>]*>|\s+/g, ''),
    pictures: Array.from(pictures, ([, src = '', alt = '']) => `${decodeURI(src)} ${alt}`),
  }
}

test('HTML that becomes markdown keeps its letters and pictures', () => {
  fc.assert(
    fc.property(html, (source) => {
      const markdown = toMarkdown(source)
      const [before, after] = [sanitise(source), shown(markdown)]
      expect({ markdown, ...plainly(after) }).toEqual({ markdown, ...plainly(before) })
    }),
    tries,
  )
})

/** Blocks that markdown has a form for, with text that is none of an address. */
const simple = fc
  .array(
    fc.oneof(
      wrap(['p', 'h2', 'blockquote', 'blockquote'], inline),
      fc
        .array(inline, { minLength: 1, maxLength: 3 })
        .map((items) => `<ol>${items.map((one) => `<li>${one}</li>`).join('')}</ol>`),
      code.map((lines) => `<pre>${lines}</pre>`),
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((blocks) => blocks.join(''))
  .filter((source) => !/e\.example|<input|&#/.test(source))

test('of blocks with a form in markdown, hardly any stays HTML', { tags: 'nightly' }, () => {
  const sources = fc.sample(simple, { ...tries, numRuns: 1000 })
  const blocks = sources.flatMap((source) =>
    toMarkdown(source)
      .replace(/^(`{3,})[\s\S]*?^\1$/gm, 'code')
      .split(/\n\n+/),
  )
  const left = blocks.filter((one) => /^<(?:p|h2|blockquote|ol|pre|div)\b/.test(one))
  expect(left.length, left.slice(0, 3).join('\n')).toBeLessThan(blocks.length / 200)
})
