// Markdown as GitHub has it.
import { describe, expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'
import { timesAsLong } from '../support/ratio.ts'

const render = markdownRenderer()
const html = (markdown: string) => render(markdown).html

describe('markdown', () => {
  test('has tables with alignment, strikethrough, autolinks and tasks', () => {
    expect(html('| a | b |\n|:--|--:|\n| 1 | 2 |')).toContain('<td align="right">2</td>')
    expect(html('~~gone~~')).toContain('<del>gone</del>')
    expect(html('see https://example.org/a_b.')).toContain('<a href="https://example.org/a_b">')
    expect(html('- [x] done\n- [ ] not')).toMatch(/<input checked="" disabled="" type="checkbox">/)
  })

  test('gives headings the ids GitHub gives them', () => {
    const ids = html('# Hello, *World*!\n## C & D\n## `npm ci`\n## Hello, World!\n## 日本語\n')
    expect([...ids.matchAll(/id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'hello-world',
      'c--d',
      'npm-ci',
      'hello-world-1',
      '日本語',
    ])
  })

  test.each([
    ['in any case', '> [!note]\n> Mind.', 'note'],
    ['in mixed case', '> [!Warning]  \n> Mind.', 'warning'],
    ['with a paragraph of their own', '> [!TIP]\n>\n> Mind.', 'tip'],
    ['without a space', '>[!caution]\n>Mind.', 'caution'],
    ['in a lazy quotation', '> [!IMPORTANT]\nMind.', 'important'],
  ])('has alerts %s', (_, markdown, variant) => {
    const title = variant[0]!.toUpperCase() + variant.slice(1)
    expect(html(markdown)).toBe(
      `<div class="markdown-alert markdown-alert-${variant}">\n<p class="markdown-alert-title">${title}</p>\n<p>Mind.</p>\n</div>\n`,
    )
  })

  test.each([
    '> [!NOTE] Title\n> Mind.',
    '> [!notes]\n> Mind.',
    '> Mind.\n> [!NOTE]',
    '> \\[!NOTE]\n> Mind.',
    '[!NOTE]\nMind.',
    '- a\n\n  > [!NOTE]\n  > Mind.',
    '> > [!NOTE]\n> > Mind.',
    'a[^1]\n\n[^1]: b\n\n    > [!NOTE]\n    > Mind.',
  ])('has none where GitHub has none: %j', (markdown) => {
    expect(html(markdown)).not.toContain('alert')
  })

  /** The text of each note, and the number of references to it. */
  const notes = (markdown: string) => {
    const [main = '', section = ''] = html(markdown).split('<section class="footnotes"')
    const items = [
      ...section.matchAll(/<li id="footnote-[^"]*">\n([\s\S]*?)\n<\/li>\n(?=<li id="footnote|<\/ol>)/g),
    ]
    const text = (one: string) => one.replace(/ <a href[^>]*data-footnote-backref[^>]*>.*?<\/a>/g, '↩')
    return { main: main.trim(), items: items.map(([, item]) => text(item!)) }
  }
  const mark = (number: number, label = String(number), again = '') =>
    `<sup><a id="footnote-ref-${label}${again}" href="#footnote-${label}" data-footnote-ref aria-describedby="footnote-label">${number}</a></sup>`

  test('has footnotes whose lines go on with or without indentation', () => {
    // The example in GitHub's documentation.
    const { main, items } = notes(
      'Here is a simple footnote[^1].\n\nA footnote can also have multiple lines[^2].\n\n[^1]: My reference.\n' +
        '[^2]: To add line breaks within a footnote, add 2 spaces to the end of a line.  \nThis is a second line.',
    )
    expect(main).toContain(`simple footnote${mark(1)}.</p>`)
    expect(items).toEqual([
      '<p>My reference.↩</p>',
      '<p>To add line breaks within a footnote, add 2 spaces to the end of a line.<br>This is a second line.↩</p>',
    ])
    expect(
      notes('A[^1] b[^n].\n\n[^1]: One\n  two\nthree\n\n    four\n\n[^n]:\n    Named.\n\nText.'),
    ).toEqual({
      main: `<p>A${mark(1)} b${mark(2, 'n')}.</p>\n<p>Text.</p>`,
      items: ['<p>One\ntwo\nthree</p>\n<p>four↩</p>', '<p>Named.↩</p>'],
    })
    expect(notes('A[^1].\n\n[^1]: One\n- two\n\n[^2]: x\n# three').main).toContain('<li>two</li>')
  })

  test('has footnotes of lines with and without indentation in turn, in linear time', async () => {
    const reading = (lines: number) => () => html(`x[^1]\n\n[^1]: a\n${'    b\nc\n'.repeat(lines)}`)
    // Quadratic work would take a hundred times as long.
    expect(await timesAsLong(reading(4_000), reading(400))).toBeLessThan(40)
  })

  test('has footnotes below a paragraph, in quotations and lists, and with code in them', () => {
    expect(notes('A[^1].\n[^1]: One.').items).toEqual(['<p>One.↩</p>'])
    expect(notes('> A[^1].\n>\n> [^1]: One.\n\n- b\n\n  [^x]: y').items).toEqual(['<p>One.↩</p>'])
    expect(notes('A[^1].\n\n[^1]: ```js\n    a\n    b\n    ```\n\nText.').items).toEqual([
      '<pre><code class="language-js">a\nb\n</code></pre>↩',
    ])
  })

  test('has footnotes with labels in any case, numbered in the order of their references', () => {
    const { main, items } = notes(
      'A[^B] c[^a] d[^b].\n\n[^a]: One[^C].\n[^b]: Two.\n[^c]: Three.\n[^d]: Four[^e].\n[^e]: Five.',
    )
    expect(main).toBe(`<p>A${mark(1, 'b')} c${mark(2, 'a')} d${mark(1, 'b', '-2')}.</p>`)
    expect(items).toEqual(['<p>Two.↩↩</p>', `<p>One${mark(3, 'c')}.↩</p>`, '<p>Three.↩</p>'])
  })

  test('has no footnotes in the alternative text of images', () => {
    expect(html('![a[^1]b](c.png) x[^1]\n\n[^1]: One.')).toContain('alt="ab"')
    expect(notes('![a[^1]b](c.png)\n\n[^1]: One.').items).toEqual([])
  })

  test('takes no version for a mail address', () => {
    expect(html('react@18.3.1 and a@b.c2, but ada@example.org.')).toBe(
      '<p>react@18.3.1 and a@b.c2, but <a href="mailto:ada@example.org">ada@example.org</a>.</p>\n',
    )
  })

  test.each([
    ['https://例え.jp/x end', 'https://例え.jp/x'],
    ['はhttps://президент.рф/です https', 'https://президент.рф/です'],
    ['(see www.例え.jp).', 'www.例え.jp', 'http://'],
    ['ftp://例え.jp, HTTPS', 'ftp://例え.jp'],
    ['HTTPS://例え.JP/X?a=b&c_(d)', 'HTTPS://例え.JP/X?a=b&c_(d)'],
    ['**https://𠮷野家.jp/**', 'https://𠮷野家.jp/'],
    ['https://😀.example/a_b_c*', 'https://😀.example/a_b_c'],
    ['https://例え.jp&amp; it', 'https://例え.jp'],
    ['https://例え<b>', 'https://例え'],
  ])('links the bare address of a host in any script: %s', (text, address, scheme = '') => {
    const [link, ...others] = html(text).match(/<a [^>]*>[^<]*<\/a>/g) ?? []
    const shown = address.replaceAll('&', '&amp;')
    expect(link).toBe(`<a href="${encodeURI(scheme + address).replaceAll('&', '&amp;')}">${shown}</a>`)
    expect(others).toEqual([])
  })

  test.each([
    'https://。jp',
    'https:// 例え.jp',
    'www.「例え」.jp',
    'awww.例え.jp',
    '`https://例え.jp`',
    'https://\u2028例え.jp',
  ])('links no address without a host: %s', (text) => {
    expect(html(text)).not.toContain('<a ')
  })

  test('has emphasis beside Chinese, Japanese and Korean wherever it begins and ends', () => {
    const outside = ['', 'あ', '한', '𠮷', '葛\u{e0100}', '。', '（']
    const edges = ['あ', '한', '𠮷', '「', '。', '！', '(', '”', '%', 'a']
    const inside = edges.flatMap((first) => edges.map((last) => `${first}x${last}`))
    for (const [sign, tag] of [
      ['*', 'em'],
      ['**', 'strong'],
      ['~~', 'del'],
    ] as const)
      for (const before of outside)
        for (const behind of outside) {
          const texts = inside.map((text) => `${before}${sign}${text}${sign}${behind}`)
          const expected = inside.map((text) => `<p>${before}<${tag}>${text}</${tag}>${behind}</p>\n`)
          expect(html(texts.join('\n\n'))).toBe(expected.join('').replaceAll('"', '&quot;'))
        }
  })

  test.each([
    ['他说**“你好”**然后**《书》**。', '他说<strong>“你好”</strong>然后<strong>《书》</strong>。'],
    [
      'あ**[い](https://a.example)**う**`え`**お',
      'あ<strong><a href="https://a.example">い</a></strong>う<strong><code>え</code></strong>お',
    ],
    ['***「あ」***い*う。*え', '<em><strong>「あ」</strong></em>い<em>う。</em>え'],
    ['**あ。*い！*う**え', '<strong>あ。<em>い！</em>う</strong>え'],
    ['あ** 「い」 **う と 2 * 3「4」 * 5', 'あ** 「い」 **う と 2 * 3「4」 * 5'],
    ['日本_「あ」_です と __（い）__う', '日本_「あ」_です と __（い）__う'],
    ['\\*\\*「あ」\\*\\*い と `**`「う」`**`', '**「あ」**い と <code>**</code>「う」<code>**</code>'],
    ['a**(b)**c, **전화:**010 と d~~"e"~~f', 'a**(b)**c, **전화:**010 と d~~&quot;e&quot;~~f'],
    ['**「注」**です[^1]。\n\n[^1]: a', '<strong>「注」</strong>です<sup>'],
  ])('has emphasis in such texts as readers expect it: %s', (text, expected) => {
    expect(html(text)).toContain(`<p>${expected}`)
  })

  test('finds emphasis beside such scripts in about as many steps as beside others', async () => {
    const many = (unit: string) => () => void html(`あ${unit.repeat(8_000 / unit.length)}`)
    for (const unit of ['**「', '」**い', '*「*', `${'*'.repeat(200)}「`])
      expect(await timesAsLong(many(unit), many(unit.replace(/[^*]/g, 'a')))).toBeLessThan(20)
  })

  test('keeps what stands behind the language of a fence', () => {
    expect(html('```js title="a < b.js" {1,3}\nx\n```')).toBe(
      '<pre><code class="language-js" data-meta="title=&quot;a &lt; b.js&quot; {1,3}">x\n</code></pre>\n',
    )
    expect(html('~~~ js\nx\n~~~')).toBe('<pre><code class="language-js">x\n</code></pre>\n')
  })

  test.each([
    ['js{1,3}', 'js', '{1,3}'],
    ['js{1,3} title="x"', 'js', '{1,3} title="x"'],
    ['js {1,3} title="x"', 'js', '{1,3} title="x"'],
    ['rust,linenos,hl_lines=1 3-5', 'rust', 'linenos,hl_lines=1 3-5'],
    ['js, ignore', 'js', 'ignore'],
    ['js ,ignore', 'js', ',ignore'],
    ['ts:line-numbers=2 {1}', 'ts', 'line-numbers=2 {1}'],
    ['jsx:title=a/b.js', 'jsx', 'title=a/b.js'],
    ['ts[a.ts]{2}', 'ts', '[a.ts]{2}'],
    ['php?start_inline=1', 'php', '?start_inline=1'],
    ['js/1,3', 'js', '/1,3'],
    ['{.python .x #id}', 'python', '{.python .x #id}'],
    ['{ .c++ }', 'c++', '{ .c++ }'],
    ['{1,3} title="x"', undefined, '{1,3} title="x"'],
    [',ignore', undefined, 'ignore'],
    ['js,', 'js', undefined],
    ['c++', 'c++', undefined],
    ['c#', 'c#', undefined],
    ['text/html', 'text/html', undefined],
    ['föö+bar', 'föö+bar', undefined],
    ['foo\\+bar', 'foo+bar', undefined],
    [';', ';', undefined],
  ])('knows the language of a fence with %s', (info, language, meta) => {
    const classes = language === undefined ? '' : ` class="language-${language}"`
    const rest = meta === undefined ? '' : ` data-meta="${meta.replaceAll('"', '&quot;')}"`
    for (const markdown of [`~~~ ${info}\nx\n~~~`, `\`\`\`${info}\nx\n\`\`\``])
      expect(html(markdown)).toBe(`<pre><code${classes}${rest}>x\n</code></pre>\n`)
  })

  test('keeps the source of formulas, if asked for it', () => {
    const withMath = markdownRenderer({ math: true })
    const formulas = [
      'Then $a_b * c_d$ and $x < y$, or $$ a \\\\ b \\_ c $$.',
      '$$\na \\\\\n- b_c_d &= e\n# f\n$$',
      '$\\text{a \\$ b}$ costs $5 and $10, or \\$3.',
    ]
    expect(formulas.map((markdown) => withMath(markdown).html)).toEqual([
      '<p>Then $a_b * c_d$ and $x &lt; y$, or $$ a \\\\ b \\_ c $$.</p>\n',
      '<p>$$\na \\\\\n- b_c_d &amp;= e\n# f\n$$</p>\n',
      '<p>$\\text{a \\$ b}$ costs $5 and $10, or $3.</p>\n',
    ])
    expect(html('$a _b_ c$')).toBe('<p>$a <em>b</em> c$</p>\n')
  })

  test('starts each text afresh: numbers of ids do not continue', () => {
    expect(html('# Twice')).toBe(html('# Twice'))
    const footnotes = 'A[^a] and B[^b].\n\n[^a]: one\n[^b]: two\n'
    expect(html(footnotes)).toBe(html(footnotes))
  })

  test('starts afresh after a footnote that only an unused footnote refers to', () => {
    const before = html('A[^a].\n\n[^a]: one\n')
    html('Text.\n\n[^unused]: see [^other]\n[^other]: more\n')
    expect(html('A[^a].\n\n[^a]: one\n')).toBe(before)
    expect(before).toContain('>1</a></sup>')
  })

  test('starts afresh after a text that could not be rendered', () => {
    const before = html('# Title\n\nA[^a].\n\n[^a]: one\n')
    expect(() => html(`${'> '.repeat(20_000)}x`)).toThrow(RangeError)
    expect(html('# Title\n\nA[^a].\n\n[^a]: one\n')).toBe(before)
    expect(html('# Title')).toBe('<h1 id="title">Title</h1>\n')
  })

  test('has footnotes with links in both directions', () => {
    const text = html('One[^1], and one[^1] again.\n\n[^1]: The note.\n')
    expect(text).toContain('<a id="footnote-ref-1" href="#footnote-1" data-footnote-ref')
    expect(text).toContain('<section class="footnotes" data-footnotes>')
    expect(text).toContain('href="#footnote-ref-1-2" data-footnote-backref')
  })

  test.each(['NOTE', 'TIP', 'IMPORTANT', 'WARNING', 'CAUTION'])('has %s alerts, without an icon', (kind) => {
    const text = html(`> [!${kind}]\n> Mind.\n`)
    expect(text).toContain(`<div class="markdown-alert markdown-alert-${kind.toLowerCase()}">`)
    expect(text).toContain('<p>Mind.</p>')
    expect(text).not.toContain('<svg')
  })

  test('leaves other quotations as they are', () => {
    expect(html('> [!OTHER]\n> Mind.\n')).toContain('<blockquote>')
  })
})

describe('a code fence', () => {
  test.each([
    ['at the end of a text', '```js\ncode\n```', undefined],
    ['closed by a longer one', '```\ncode\n`````\n', undefined],
    ['of tildes', '~~~\ncode\n~~~\n\nText', undefined],
    ['that is only an indent', 'Text\n\n    ```\n    code\n', undefined],
    ['in a list', '- ```\n  code\n  ```\n', undefined],
    ['by one with white space behind it', '```\ncode\n``` \t\n\nText\n', undefined],
    ['however long it is', `${'~'.repeat(70_000)}\ncode\n${'~'.repeat(70_000)}\n`, undefined],
  ])('is closed %s', (_, markdown, line) => {
    expect(render(markdown).openFence).toBe(line)
  })

  test.each([
    ['by nothing', 'Text\n\n```js\ncode\n', 2],
    ['by a shorter one', '````\ncode\n```\n', 0],
    ['by the other kind', '# A\n\nB\n\n~~~\ncode\n```\n\nMore\n', 4],
    ['by a line with a word', '```\ncode\n``` js\n', 0],
    ['in a text with footnotes', 'A[^1]\n\n[^1]: b\n\n```\ncode\n', 4],
    ['with nothing behind it', 'Text\n\n```', 2],
    ['however long it is', '~'.repeat(70_000), 0],
    ['below an empty first line', '\n```js\n', 1],
    ['in a file of Windows', '\r\nText\r\n\r\n```\r\ncode\r\n\r\n', 3],
  ])('is not closed %s, and its line is known', (_, markdown, line) => {
    expect(render(markdown).openFence).toBe(line)
  })
})
