// The description of a post whose author wrote none.
import { expect, describe as suite, test } from 'vitest'
import { describe } from '../../build/compile/description.ts'

suite('a description', () => {
  test.each([
    ['is the first paragraph', '<h1>Title</h1>\n<p>First.</p>\n<p>Second.</p>', 'First.'],
    ['is text', '<p>One <em>two</em> &amp; <code>three</code>\nfour</p>', 'One two & three four'],
    ['passes over paragraphs without text', '<p><img src="a.png" alt="b" /></p><p>Text.</p>', 'Text.'],
    [
      'passes over the title of an alert',
      '<div><p class="markdown-alert-title">Note</p>\n<p>Mind.</p></div>',
      'Mind.',
    ],
    [
      'passes over marks of footnotes',
      '<p>One<sup><a id="footnote-ref-1" href="#footnote-1" data-footnote-ref>1</a></sup>.</p>',
      'One.',
    ],
    ['is never a footnote', '<h1>A</h1><section class="footnotes"><p>note</p></section>', ''],
    ['is empty without a paragraph', '<ul><li>one</li></ul>', ''],
  ])('%s', (_, html, description) => {
    expect(describe(html)).toBe(description)
  })

  test('is cut after a word, to at most 200 characters', () => {
    const words = 'word '.repeat(60).trim()
    expect(describe(`<p>${words}</p>`)).toBe('word '.repeat(40).trim())
    expect(describe(`<p>${'x'.repeat(199)} ${words}</p>`)).toBe('x'.repeat(199))
    expect(describe(`<p>${'x'.repeat(200)} ${words}</p>`)).toBe('x'.repeat(200))
    expect(describe(`<p>${'x'.repeat(195)} six more</p>`)).toBe(`${'x'.repeat(195)} six`)
    expect(describe(`<p>${'x'.repeat(200)}</p>`)).toBe('x'.repeat(200))
  })

  test('is cut between characters if there are no words', () => {
    expect([...describe(`<p>${'語'.repeat(300)}</p>`)]).toHaveLength(199)
    expect([...describe(`<p>${'😀'.repeat(300)}</p>`)]).toHaveLength(199)
    const marked = 'e\u0301'
    expect(describe(`<p>${marked.repeat(150)}</p>`)).toBe(marked.repeat(99))
    expect(describe(`<p>x${marked.repeat(150)}</p>`)).toBe(`x${marked.repeat(99)}`)
    expect(describe(`<p>${'語'.repeat(200)}</p>`)).toBe('語'.repeat(200))
  })
})
