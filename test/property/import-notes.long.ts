// Whatever program a note or another block is of, readers see in what it becomes what stands in it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import type { Dialect } from '../../import/source.ts'
import { convert } from '../../import/text/convert.ts'
import { tries } from './tries.ts'

const inline = fc.constantFrom(
  ...[
    'word',
    '字',
    '*em*',
    '**st**',
    '`a  b`',
    '``a ` b``',
    '[a](b.md)',
    '![a](c.png)',
    '~~x~~',
    '<b>x</b>',
    '\\*',
    '&amp;',
  ],
  ...[
    'https://e.example/',
    '<https://e.example/>',
    'x^2',
    '[^1]',
    '[r]',
    '2 < 3',
    '5 * 3 * 2',
    'a_b_c',
    '<br>',
    '#',
  ],
)
const line = fc.array(inline, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
const lines = fc.array(line, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'))
const code = fc.constantFrom(
  'x',
  '',
  '  y',
  '> z',
  '- z',
  '# z',
  '<b>',
  ':::',
  '</Note>',
  '{% endnote %}',
  '\tt',
  '```',
)
const leaf = fc.oneof(
  lines,
  line.map((one) => `## ${one}`),
  fc.array(code, { minLength: 1, maxLength: 4 }).map((all) => ['~~~~js', ...all, '~~~~'].join('\n')),
  fc.tuple(line, line).map(([a, b]) => `| ${a} | b |\n|---|:-:|\n| ${b} | d |`),
  line.map((one) => `<details><summary>s</summary>\n\n${one}\n\n</details>`),
  fc.constantFrom(
    '---',
    '<!-- c -->',
    '<hr>',
    '[^1]: Note',
    '[r]: https://e.example/r',
    '<div>\nx\n</div>',
    '<pre>\na\n\nb</pre>',
  ),
)
const within = (text: string, mark: string) =>
  mark + text.replace(mark === '> ' ? /\n/g : /\n(?=.)/g, `\n${mark.replace(/[^>]/g, ' ')}`)
const block = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.tuple(leaf, fc.constantFrom('- ', '1. ', '> ', '* ')).map(([text, mark]) => within(text, mark)),
  fc.tuple(leaf, leaf).map((two) => two.map((text) => within(text, '- ')).join('\n')),
)
const inner = fc.array(block, { minLength: 1, maxLength: 4 }).map((all) => all.join('\n\n'))

const render = markdownRenderer()
const shown = (markdown: string) =>
  sanitise(render(markdown).html)
    .replace(/<\/?div[^>]*>|<p class="markdown-alert-title">Note<\/p>/g, '')
    .replace(/\s+/g, ' ')
    .replace(/> | </g, (sign) => sign.trim())
    .trim()

const options = { toMarkdown: undefined, page: {}, site: {}, linkTo: () => undefined, ownHost: undefined }

const details = (html: string) => `<details><summary>T</summary>${html}</details>`

test.each<[Dialect, 'markdown' | 'mdx', string, string, ((html: string) => string)?]>([
  ['none', 'mdx', ':::note', ':::'],
  ['none', 'mdx', '<Note>', '</Note>'],
  ['none', 'markdown', ':::note', ':::'],
  ['mdc', 'markdown', '::note', '::'],
  ['hugo', 'markdown', '{{% note %}}', '{{% /note %}}'],
  ['hexo', 'markdown', '{% note %}', '{% endnote %}'],
  ['liquid', 'markdown', '{% note %}', '{% endnote %}'],
  ['none', 'mdx', ':::unknown', ':::'],
  ['none', 'mdx', '<Unknown>', '</Unknown>'],
  ['none', 'mdx', '<Tabs>', '</Tabs>'],
  ['mdc', 'markdown', '::unknown', '::'],
  ['none', 'mdx', ':::details T', ':::', details],
  ['none', 'mdx', '<Details title="T">', '</Details>', details],
  ['hexo', 'markdown', '{% details T %}', '{% enddetails %}', details],
])(
  'in a text of %s in %s, what is between %j and %j shows there afterwards',
  (dialect, text, open, end, around) => {
    fc.assert(
      fc.property(inner, (source) => {
        // Footnotes stand at the end of the text, and one such element in a list in another one is up to the library.
        fc.pre(!around || !/<details>|\[\^1\]/.test(source))
        const { markdown } = convert(`${open}\n${source}\n${end}\n`, {
          ...options,
          text,
          dialect,
          rewrite: () => undefined,
        })
        const plain = convert(`${source}\n`, { ...options, text, dialect, rewrite: () => undefined }).markdown
        expect({ source, markdown, html: shown(markdown) }).toEqual({
          source,
          markdown,
          html: around?.(shown(plain)) ?? shown(plain),
        })
      }),
      { numRuns: tries(2_400) },
    )
  },
)
