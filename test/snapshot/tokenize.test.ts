// Words as the index has them, and as a query asks for them.
import { describe, expect, test } from 'vitest'
import { fold } from '../../packages/search/basics/fold.ts'
import { queryTerms, tokenize } from '../../packages/search/text/tokenize.ts'
import { timesAsLong } from '../support/ratio.ts'

const terms = (text: string) => tokenize(text).map(({ term }) => term)
const asked = (text: string) => queryTerms(text).map(({ term }) => term)

describe('a text', () => {
  test.each([
    ['Hello, World', ['hello', 'world']],
    ['node.js', ['node.js', 'node', 'js']],
    ['v20.1.0 is out.', ['v20.1.0', 'v20', '1.0', '1', '0', 'is', 'out']],
    ['CVE-2019-5737', ['cve-2019-5737', 'cve', '2019-5737', '2019', '5737']],
    ['snake_case', ['snake_case', 'snake', 'case']],
    ['@scope/name', ['@scope/name', 'scope/name', 'scope', 'name']],
    ['@scope/name/more', ['@scope/name', 'scope/name', 'scope', 'name', 'more']],
    ['@a/b_c/d', ['@a/b_c', 'a/b_c', 'a', 'b_c', 'b', 'c', 'd']],
    ['a.b.c.d.e', ['a.b.c.d', 'a', 'b.c.d.e', 'b', 'c.d.e', 'c', 'd.e', 'd', 'e']],
    ['x-c++', ['x-c++', 'x', 'c++', 'c']],
    ['1939–1945', ['1939-1945', '1939', '1945']],
    ['a‑b a‒b a−b', ['a-b', 'a', 'b', 'a-b', 'a', 'b', 'a-b', 'a', 'b']],
    ['word—word', ['word', 'word']],
    ['and/or', ['and', 'or']],
    ['C++, C# and F#', ['c++', 'c', 'c#', 'c', 'and', 'f#', 'f']],
    ['.NET', ['.net', 'net']],
    ['wait ...what', ['wait', 'what']],
    ['see ..x', ['see', 'x']],
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
    ['น้ำตก', ['น้ําต', 'ตก', 'ก']],
    ['น้ํา', ['น้ํา']],
    ['ກຳ ກໍາ', ['ກໍາ', 'ກໍາ']],
    ['ភាសា\u200bខ្មែរ', ['ភាសា', 'សាខ្', 'ខ្មែ', 'មែរ', 'រ']],
    ['མི་རིགས', ['མི', 'རིག', 'གས', 'ས']],
    ['ပြည်သူ', ['ပြည်', 'ည်သူ', 'သူ']],
    ['Linuxไทย', ['linux', 'ไท', 'ทย', 'ย']],
    ['word\u200bword', ['word', 'word']],
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

  test('numbers its words consecutively, a compound by its first part', () => {
    const places = tokenize('use node.js now 認証').map(({ term, position }) => `${term} ${position}`)
    expect(places).toEqual(['use 0', 'node.js 1', 'node 1', 'js 2', 'now 3', '認証 4', '証 5'])
  })

  test('of ten times as many symbols takes about ten times as long', async () => {
    const parts = ['.', 'a.', 'a\u0301', '@a/', '中', "'", 'x', '#']
    const reading = (length: number) => () => {
      for (const part of parts) tokenize(part.repeat(length / part.length))
    }
    // Quadratic work would take a hundred times as long.
    expect(await timesAsLong(reading(100_000), reading(10_000))).toBeLessThan(50)
  })
})

test('between letters and between syllables, what is next to a range of characters is told apart from it', () => {
  const ends = [
    0x30, 0x39, 0x41, 0x5a, 0x61, 0x7a, 0xc0, 0xd6, 0xd8, 0xf6, 0xf8, 0x24f, 0x1160, 0x11ff, 0xd7b0, 0xd7fb,
  ]
  const codes = [...new Set(ends.flatMap((code) => [code - 1, code, code + 1]))]
  const told = codes.map((code) => {
    const character = String.fromCodePoint(code)
    return `${code.toString(16)} ${terms(`x${character}y`).join(' ')} | ${terms(`가${character}나`).join(' ')}`
  })
  expect(told.map((line) => line.replace(/[\u115f-\u11ff\ud7b0-\ud7fb]/g, '*'))).toMatchInlineSnapshot(`
    [
      "2f x y | 가 나",
      "30 x0y | 가 0 나",
      "31 x1y | 가 1 나",
      "38 x8y | 가 8 나",
      "39 x9y | 가 9 나",
      "3a x y | 가 나",
      "40 x y | 가 나",
      "41 xay | 가 a 나",
      "42 xby | 가 b 나",
      "59 xyy | 가 y 나",
      "5a xzy | 가 z 나",
      "5b x y | 가 나",
      "60 x y | 가 나",
      "61 xay | 가 a 나",
      "62 xby | 가 b 나",
      "79 xyy | 가 y 나",
      "7a xzy | 가 z 나",
      "7b x y | 가 나",
      "bf x y | 가 나",
      "c0 xay | 가 a 나",
      "c1 xay | 가 a 나",
      "d5 xoy | 가 o 나",
      "d6 xoy | 가 o 나",
      "d7 x y | 가 나",
      "d8 xoy | 가 o 나",
      "d9 xuy | 가 u 나",
      "f5 xoy | 가 o 나",
      "f6 xoy | 가 o 나",
      "f7 x y | 가 나",
      "f8 xoy | 가 o 나",
      "f9 xuy | 가 u 나",
      "24e xɏy | 가 ɏ 나",
      "24f xɏy | 가 ɏ 나",
      "250 xɐy | 가 ɐ 나",
      "115f x * y | 가* *나 나",
      "1160 x * y | 가*나 나",
      "1161 x * y | 가*나 나",
      "11fe x * y | 가*나 나",
      "11ff x * y | 가*나 나",
      "1200 xሀy | 가 ሀ 나",
      "d7af x y | 가 나",
      "d7b0 x * y | 가*나 나",
      "d7b1 x * y | 가*나 나",
      "d7fa x * y | 가*나 나",
      "d7fb x * y | 가*나 나",
      "d7fc x y | 가 나",
    ]
  `)
})

describe('a query', () => {
  test.each([
    ['node.js', ['node.js']],
    ['C++ guide', ['c++', 'guide']],
    ['认', ['认']],
    ['认证码', ['认证', '证码']],
    ['a.b.c.d.e', ['a.b.c.d', 'e']],
    ['ภาษาไทย', ['ภาษา', 'ษาไ', 'ไท', 'ทย']],
    ['!!!', []],
  ])('%j asks for %j', (text, expected) => {
    expect(asked(text)).toEqual(expected)
  })
})

test('a very long word is found by its first 64 letters', () => {
  const [token] = tokenize('x'.repeat(500))
  expect(token?.term).toBe('x'.repeat(64))
  expect(token?.end).toBe(500)
  expect(asked('x'.repeat(70))).toEqual(['x'.repeat(64)])
  // Letters of four units each, of which folding leaves one.
  expect(asked('x\u0301\u0302\u0303'.repeat(70))).toEqual(['x'.repeat(64)])
  const [whole] = tokenize(`${'a'.repeat(40)}.${'b'.repeat(40)}`)
  expect(whole?.term).toBe(`${'a'.repeat(40)}.${'b'.repeat(23)}`)
})

test.each([0, 1])('no surrogate pair is split, %i', (shift) => {
  const long = `${'x'.repeat(shift)}${'𝒳𐐷'.repeat(100)}`
  const sparse = `x${'\u0301'.repeat(254 + shift)}𐐷`
  for (const { term } of [...tokenize(long), ...tokenize(sparse)]) expect(term).not.toMatch(/\p{Cs}/u)
})

test.each([
  ['Łódź Đorđe Øre', 'lodz dorde ore'],
  ['Ægir cœur ŒUVRE', 'aegir coeur oeuvre'],
  ['ΟΔΟΣ οδος', 'οδοσ οδοσ'],
  ['‘a’ ʼb “c” d‐e', "'a' 'b \"c\" d-e"],
  ['ٱلكتــاب كِتَابٌ', 'الكتاب كتاب'],
  ['שָׁלוֹם׀ ב־ג', 'שלום׀ ב־ג'],
  ['\u200bzero\u200cwidth\u200d\u2060\ufeff', 'zerowidth'],
  ['ï\ufe0f\u{e0100}x', 'ix'],
  ['İSTANBUL ıﬀﬃ ß', 'istanbul iffffi ss'],
])('%s is compared as %s', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding a folded text changes nothing', () => {
  for (let from = 0; from < 0x110000; from += 64) {
    const some = Array.from({ length: 64 }, (_, i) => String.fromCodePoint(from + i))
    // Separated by blanks, so that most are seen to be unchanged in one go.
    const together = some.join(' ')
    if (fold(together) === together) continue
    for (const sign of some) expect(fold(fold(sign)), sign).toBe(fold(sign))
  }
})
