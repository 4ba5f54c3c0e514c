// Absolute URLs in front matter.
import { describe, expect, test } from 'vitest'
import { absoluteUrl } from '../../build/schema/url.ts'

describe('an absolute URL', () => {
  test.each([
    'https://example.org',
    'http://example.org/a?b=c#d',
    'HTTPS://Example.org/A',
    'https://example.org/%20(1)',
  ])('is kept as written: %s', (url) => {
    expect(absoluteUrl(url)).toBe(url)
  })

  test.each([
    ['https://example.org/a b', 'https://example.org/a%20b'],
    ['https://exämple.org/ä', 'https://xn--exmple-cua.org/%C3%A4'],
    ['https:example.org', 'https://example.org/'],
    [' https://example.org/"a"', 'https://example.org/%22a%22'],
    ['https:\\\\example.org\\a', 'https://example.org/a'],
  ])('is written out as a browser reads it: %s', (url, written) => {
    expect(absoluteUrl(url)).toBe(written)
  })

  test.each([
    '',
    'a.png',
    './a.png',
    '/a.png',
    '//example.org/a',
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org',
    'https://',
  ])('is not %j', (url) => {
    expect(absoluteUrl(url)).toBeUndefined()
  })

  test('is parsed the same the ten-thousandth time, when the parser has been compiled', () => {
    const read = Array.from({ length: 10_000 }, () => absoluteUrl('https://exämple.org/'))
    expect(new Set(read)).toEqual(new Set(['https://xn--exmple-cua.org/']))
  })

  test('may have another scheme if that is allowed', () => {
    expect(absoluteUrl('mailto:ada@example.org', ['mailto:'])).toBe('mailto:ada@example.org')
  })
})
