// Markdown as GitHub has it.
import { describe, expect, test } from 'vitest'
import { markdownRenderer } from '../../build/compile/markdown.ts'

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
