// The HTML of a post in a feed: URLs are absolute, and nothing else changes.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { AbsoluteUrls } from '../../api/_app/feeds/absolute-urls.ts'
import { fixed, tries } from '../property/tries.ts'

const base = 'https://example.org/blog/post/?a=1'

/** @param parts of the HTML, as they come */
function absolute(...parts: string[]): string {
  const urls = new AbsoluteUrls(base)
  return [...parts.map((part) => urls.write(part)), urls.end()].join('')
}

const links = ['href', 'xlink:href', 'src', 'poster', 'cite', 'data', 'action', 'formaction']

fixed.each([
  ...links.map((name) => [
    `<x b ${name}="../c?d&amp;e#f" g="h">`,
    `<x b ${name}="https://example.org/blog/c?d&amp;e#f" g="h">`,
  ]),
  ['<a href="#b" href="c"></a>', `<a href="${base}#b" href="https://example.org/blog/post/c"></a>`],
  ['<area\nHREF=" /b "/>', '<area\nHREF="https://example.org/b"/>'],
  ['<use href="#b"/><abbr src="#c">', '<use href="#b"/><abbr src="#c">'],
  [
    '<a href="//b/c"><a href="?d"><a href="">',
    `<a href="https://b/c"><a href="https://example.org/blog/post/?d"><a href="">`,
  ],
  [
    '<a href="MAILTO:b"><a href="x-1+.y:z"><a href=" data:,d">',
    '<a href="MAILTO:b"><a href="x-1+.y:z"><a href=" data:,d">',
  ],
  ['<a href="1x:b"><a href="http://[">', '<a href="https://example.org/blog/post/1x:b"><a href="http://[">'],
  [
    '<a href="//[" data-src="b" xsrc="c" title="src=d">',
    '<a href="//[" data-src="b" xsrc="c" title="src=d">',
  ],
  [
    '<img src="/a" srcset="b 1x, /c,d 2x,, e , https://f/g 9w,">',
    '<img src="https://example.org/a" srcset="https://example.org/blog/post/b 1x, https://example.org/c,d 2x,, https://example.org/blog/post/e , https://f/g 9w,">',
  ],
  ['<img srcset="HTTPS://b/C, X-1+.y:z 2x, //[ 3x">', '<img srcset="HTTPS://b/C, X-1+.y:z 2x, //[ 3x">'],
  [
    '<a title="a > b" href="c">d < e</a> href="f"',
    '<a title="a > b" href="https://example.org/blog/post/c">d < e</a> href="f"',
  ],
  [
    '<script src="a"><a href="b"></script><a href="c">',
    '<script src="https://example.org/blog/post/a"><a href="b"></script><a href="https://example.org/blog/post/c">',
  ],
  [
    '<style><a href="b"></script></style ><a href="c">',
    '<style><a href="b"></script></style ><a href="https://example.org/blog/post/c">',
  ],
  ['<styles><a href="c">', '<styles><a href="https://example.org/blog/post/c">'],
  ['a<', 'a<'],
  ['a <b href="c" <d href="e', 'a <b href="c" <d href="e'],
])('%s becomes %s, wherever it is cut', (html, made) => {
  expect(absolute(html)).toBe(made)
  for (let at = 0; at <= html.length; at++) expect(absolute(html.slice(0, at), html.slice(at))).toBe(made)
  expect(absolute(...html)).toBe(made)
})

fixed('a tag that is longer than most images are is left as it is', () => {
  const tag = (length: number) => `<a href="b" title="${'c'.repeat(length - 21)}">`
  expect(tag(65_536)).toHaveLength(65_536)
  expect(absolute(...tag(65_536).match(/.{1,9999}/gs)!)).toContain('href="https://')
  expect(absolute(tag(65_536).slice(0, -1), '>')).toContain('href="https://')
  expect(absolute(tag(65_537).slice(0, -1), '>')).toBe(tag(65_537))
  const long = `${tag(65_600)} < <b>`
  expect(absolute(long.slice(0, 65_590), long.slice(65_590))).toBe(long)
})

test('what has no URL stays as it is, wherever it is cut', () => {
  const piece = fc.constantFrom(
    ...[
      '<',
      '>',
      '"',
      ' ',
      'a',
      '<p>',
      '</p>',
      '<a href="',
      'https://b/c',
      '<script>',
      '</script>',
      '<style',
      '&lt;',
      '😀',
    ],
  )
  const parts = fc.array(
    fc.array(piece, { maxLength: 9 }).map((pieces) => pieces.join('')),
    { maxLength: 5 },
  )
  const property = fc.property(parts, (parts) => {
    const html = parts.join('')
    // A value that begins otherwise may be a URL.
    fc.pre(!/href="(?!https:)/.test(html))
    expect(absolute(...parts)).toBe(html)
  })
  fc.assert(property, { numRuns: tries(8_000) })
})
