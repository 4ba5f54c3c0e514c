// Anchors in a post: those in raw HTML get a prefix, and references to them follow.
import { describe, expect, test } from 'vitest'
import { Anchors, updatedRest } from '../../build/compile/html/anchors.ts'
import { sanitise } from '../../build/compile/html/sanitise.ts'
import { sanitiseTrusted } from '../../build/compile/html/trusted.ts'
import { markdownRenderer } from '../../build/compile/markdown.ts'

const render = markdownRenderer()

function safe(markdown: string): string {
  const { html, anchors } = render(markdown)
  return sanitise(html, new Anchors(anchors)).trim()
}

describe('a name in raw HTML', () => {
  test.each([
    ['<p id="config">x</p>', '<p id="user-content-config">x</p>'],
    ['<P ID=config>x</P>', '<p id="user-content-config">x</p>'],
    ['<p id="&#99;onfig">x</p>', '<p id="user-content-config">x</p>'],
    ['<a name="config" id="c">x</a>', '<p><a name="user-content-config" id="user-content-c">x</a></p>'],
    ['<h2 id="config">x</h2>', '<h2 id="user-content-config">x</h2>'],
    ['<li id="footnote-1">x</li>', '<li id="user-content-footnote-1">x</li>'],
    ['<p id=" a b ">x</p>', '<p id="user-content- a b ">x</p>'],
    ['<p id="größe">x</p>', '<p id="user-content-größe">x</p>'],
    ['<p id="user-content-x">x</p>', '<p id="user-content-x">x</p>'],
    ['<p id="">x</p>', '<p>x</p>'],
  ])('gets a prefix, unless it has it: %s', (html, named) => {
    expect(safe(html)).toBe(named)
  })

  test('gets a prefix, unlike those of headings and footnotes', () => {
    const html = safe('# Config\n\nA[^a], B[^a] and C[^b c].\n\n[^a]: one\n[^b c]: two\n')
    const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.join(' ')).toBe(
      'config footnote-ref-a footnote-ref-a-2 footnote-ref-b%20c footnote-label footnote-a footnote-b%20c',
    )
    for (const [, id] of html.matchAll(/ href="#([^"]*)"/g)) expect(ids).toContain(id)
    expect(html).toContain('aria-describedby="footnote-label"')
  })

  test('cannot pass for that of a heading or a footnote', () => {
    expect(safe('<img src="x" x=\n\n# Config')).not.toMatch(/<img[^>]* id="config"/)
    expect(safe('# Config\n\n<a id="config" href="/x">y</a>')).toContain('<a id="user-content-config"')
    expect(safe('A[^1]\n\n[^1]: b\n\n<p id="footnote-1">x</p>')).toContain('id="user-content-footnote-1"')
    expect(safe('A[^1]\n\n<a id="footnote-ref-2">x</a>\n\n[^1]: b')).toContain(
      'id="user-content-footnote-ref-2"',
    )
  })

  test('stays as it is in a trusted workspace', () => {
    const { html, anchors } = render('# A\n\n<form id="config"><input name="x" /></form>\n\n[y](#config)')
    expect(sanitiseTrusted(html)).toContain('<form id="config"><input name="x" /></form>')
    expect(sanitiseTrusted(html)).toContain('href="#config"')
    expect(anchors).toEqual(new Set(['h#a']))
  })
})

describe('a reference to a name', () => {
  test.each([
    ['[y](#config)', '<a href="#user-content-config">y</a>'],
    ['[y](#gr%C3%B6%C3%9Fe)', '<a href="#user-content-gr%C3%B6%C3%9Fe">y</a>'],
    ['<a href="#gr&ouml;&szlig;e">y</a>', '<a href="#user-content-größe">y</a>'],
    ['[y](#user-content-kept)', '<a href="#user-content-kept">y</a>'],
    ['[y](#elsewhere)', '<a href="#elsewhere">y</a>'],
    ['[y](other#config)', '<a href="other#config">y</a>'],
    ['[y](#)', '<a href="#">y</a>'],
    ['`<a href="#config">`', '<code>&lt;a href="#config"&gt;</code>'],
    ['<b title=\' href="#config"\'>y</b>', '<b title=" href=&quot;#config&quot;">y</b>'],
    [
      '<b aria-labelledby="config none größe">y</b>',
      'labelledby="user-content-config none user-content-größe"',
    ],
    ['<q cite="#config">y</q>', '<q cite="#user-content-config">y</q>'],
  ])('follows it: %s', (markdown, html) => {
    expect(
      safe(`<p id="config"></p><p id="größe"></p><p id="user-content-kept"></p>\n\n${markdown}`),
    ).toContain(html)
  })

  test('is updated in tables', () => {
    expect(safe('<table><tr><th id="a">x</th><td headers="a b">y</td></tr></table>')).toContain(
      '<th id="user-content-a">x</th><td headers="user-content-a b">y</td>',
    )
  })

  test('means a heading if there is one, before or after it', () => {
    expect(safe('[y](#config)\n\n# Config\n\n<p id="config">x</p>')).toContain('href="#config"')
    expect(safe('[y](#x)\n\n<p id="x">x</p>')).toContain('href="#user-content-x"')
  })

  test('in another post is updated, too', () => {
    const moved = new Set(['config', 'größe'])
    expect(updatedRest('#config', moved)).toBe('#user-content-config')
    expect(updatedRest('?a=1#gr%C3%B6%C3%9Fe', moved)).toBe('?a=1#user-content-gr%C3%B6%C3%9Fe')
    for (const rest of ['', '?config', '#', '#other', '?a#b#config'])
      expect(updatedRest(rest, moved)).toBe(rest)
  })

  test('takes linear work for a text full of names and references', () => {
    const of = (count: number) =>
      Array.from({ length: count }, (_, i) => `<b id="n${i}"><a href="#n${count - i}">x</a></b>`).join('')
    const html = sanitise(of(20_000))
    expect(html.match(/"#user-content-/g)).toHaveLength(19_999)
  })
})
