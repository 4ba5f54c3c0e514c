// Words as the index takes them, and as a query asks for them.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../../snapshot/search/fold.ts'
import { queryTerms, tokenize } from '../../snapshot/search/tokenize.ts'

const terms = (text: string) => tokenize(text).map(({ term }) => term)
const asked = (text: string) => queryTerms(text).map(({ term }) => term)

describe('a text', () => {
  test.each([
    ['Hello, World', ['hello', 'world']],
    ['node.js', ['node.js', 'node', 'js']],
    ['v20.1.0 is out.', ['v20.1.0', 'v20', '1', '0', 'is', 'out']],
    ['CVE-2019-5737', ['cve-2019-5737', 'cve', '2019', '5737']],
    ['snake_case', ['snake_case', 'snake', 'case']],
    ['@scope/name', ['@scope/name', 'scope', 'name']],
    ['and/or', ['and', 'or']],
    ['C++, C# and F#', ['c++', 'c', 'c#', 'c', 'and', 'f#', 'f']],
    ['.NET', ['.net', 'net']],
    ['wait ...what', ['wait', 'what']],
    ['don’t', ["don't", 'don', 't']],
    ['Crème BRÛLÉE', ['creme', 'brulee']],
    ['Straße ﬁne ＡＢＣ', ['strasse', 'fine', 'abc']],
    ['soft\u00adhyphen', ['softhyphen']],
    ['認証', ['認証', '証']],
    ['JWT认证', ['jwt', '认证', '证']],
    ['サーバー', ['サー', 'ーバ', 'バー', 'ー']],
    ['ｻｰﾊﾞｰ', ['サー', 'ーバ', 'バー', 'ー']],
    ['Node.js入門', ['node.js', 'node', 'js', '入門', '門']],
    ['葛\u{e0100}飾', ['葛飾', '飾']],
    ['한글', ['한글', '글']],
    ['한글'.normalize('NFD'), ['한글', '글']],
    ['GROẞ groß', ['gross', 'gross']],
    ['ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
    ['İstanbul ısı', ['istanbul', 'isi']],
    ['donʼt ‘quoted’', ["don't", 'don', 't', 'quoted']],
    ['co‐op co‑op ａ．ｂ', ['co-op', 'co', 'op', 'co-op', 'co', 'op', 'a.b', 'a', 'b']],
    ['me@example.org', ['me', 'example.org', 'example', 'org']],
    ['@ada', ['@ada', 'ada']],
    ['हिन्दी', ['हिन्दी']],
    ['lone \ud800 surrogate\udc00', ['lone', 'surrogate']],
    ['I ❤️ 👩‍💻', ['i']],
    ['\u0301 \u00ad \ufe0f', []],
    ['!!! … —', []],
  ])('%j is found by %j', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test('numbers its words one after the other, a compound at its first part', () => {
    const places = tokenize('use node.js now 認証').map(({ term, position }) => `${term} ${position}`)
    expect(places).toEqual(['use 0', 'node.js 1', 'node 1', 'js 2', 'now 3', '認証 4', '証 5'])
  })

  test('of a million signs takes no more than its share of time', () => {
    const hostile = ['.', 'a.', 'a\u0301', '@a/', '中', "'", 'x', '#'].map((part) =>
      part.repeat(1e6 / part.length),
    )
    const started = performance.now()
    for (const text of hostile) tokenize(text)
    expect(performance.now() - started).toBeLessThan(60_000)
  })
})

describe('a query', () => {
  test.each([
    ['node.js', ['node.js']],
    ['C++ guide', ['c++', 'guide']],
    ['认', ['认']],
    ['认证码', ['认证', '证码']],
    ['!!!', []],
  ])('%j asks for %j', (text, expected) => {
    expect(asked(text)).toEqual(expected)
  })

  test('asks only for what the same text has, at the same positions', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const index = new Set(tokenize(text).map(({ term, position }) => `${term} ${position}`))
        for (const { term, position } of queryTerms(text)) expect(index).toContain(`${term} ${position}`)
      }),
      { numRuns: 2_000 },
    )
  })
})

test('offsets cut out of the original text what folds to the term', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      for (const { term, start, end } of tokenize(text)) {
        expect(start).toBeLessThan(end)
        expect(fold(text.slice(start, end)).startsWith(term)).toBe(true)
        expect(term).not.toMatch(/\p{Cs}/u)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a very long word is found by its first 64 letters', () => {
  const [token] = tokenize('x'.repeat(500))
  expect(token?.term).toBe('x'.repeat(64))
  expect(token?.end).toBe(500)
  expect(asked('x'.repeat(70))).toEqual(['x'.repeat(64)])
  const [whole, part] = tokenize('a.'.repeat(100_000))
  expect(whole?.term).toBe('a.'.repeat(32))
  expect(part?.term).toBe('a')
})

test.each([0, 1])('no cut goes through a character of two units, %i', (shift) => {
  const long = `${'x'.repeat(shift)}${'𝒳𐐷'.repeat(100)}`
  const sparse = `x${'\u0301'.repeat(254 + shift)}𐐷`
  for (const { term } of [...tokenize(long), ...tokenize(sparse)]) expect(term).not.toMatch(/\p{Cs}/u)
})

test('folding a folded text changes nothing', () => {
  for (let code = 0; code < 0x110000; code++) {
    const folded = fold(String.fromCodePoint(code))
    if (fold(folded) !== folded) expect.fail(`U+${code.toString(16)} becomes ${fold(folded)}, not ${folded}`)
  }
})
