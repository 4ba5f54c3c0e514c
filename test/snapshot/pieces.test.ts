// What small functions of snapshots make of what they are given: at the edges of what they tell apart, and against obvious models.
// CONTRIBUTING.md says how to write pieces.txt anew.

import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { inChunks } from '../../packages/search/basics/chunks.ts'
import { packColumns, unpackColumns } from '../../packages/search/basics/columns.ts'
import { fold } from '../../packages/search/basics/fold.ts'
import { forLatest, lazy } from '../../packages/search/basics/lazy.ts'
import { compareCodePoints, comparisonOf, lowerBound } from '../../packages/search/basics/order.ts'
import { SortedLines } from '../../packages/search/basics/sorted-lines.ts'
import { ByteSource, NumberWriter } from '../../packages/search/index/bytes.ts'
import { NumberReader } from '../../packages/search/index/number-reader.ts'
import { nextNear, signatureOf, signOf } from '../../packages/search/index/signatures.ts'
import {
  codeBits,
  decodeSpelling,
  encodeSpelling,
  skipSpelling,
} from '../../packages/search/index/spelling-codes.ts'
import { stemOf } from '../../packages/search/index/stems.ts'
import { classesOf, isWord, leastPosts } from '../../packages/search/index/suggestible.ts'
import { languageOf, loadStemmers, tokenParts } from '../../packages/search/index.ts'
import { beginsSentence, isCapitalised, shownAs, spellingOf } from '../../packages/search/text/as-written.ts'
import { editsBetween } from '../../packages/search/text/edits.ts'
import { tokenize } from '../../packages/search/text/tokenize.ts'
import { isExhaustion, SnapshotError } from '../../snapshot/folder/error.ts'
import {
  decoded,
  encodedPath,
  pathKey,
  postAddress,
  postUrl,
  withSlug,
} from '../../snapshot/format/address.ts'
import { isDocsFile, isNotesFile } from '../../snapshot/format/pages.ts'
import { Memory } from '../../snapshot/memory.ts'
import { encode, removeRanges } from '../../snapshot/visibility/cuts.ts'
import { isMediaName } from '../../snapshot/write/media.ts'
import { requireNoProduction } from '../../snapshot/write/preview.ts'
import { isRunning, nameOf } from '../../snapshot/write/process.ts'

const post = { slug: 'ä b', category: 'c&d', publishedAt: Date.UTC(2026, 0, 2, 23, 59) }

const current = (text: string | undefined): string => {
  const dir = mkdtempSync(join(tmpdir(), 'galley-pieces-'))
  try {
    if (text !== undefined) writeFileSync(join(dir, 'current.json'), text)
    requireNoProduction(dir)
    return 'may be replaced'
  } catch (error) {
    return (error as Error).message.replaceAll(tmpdir(), 'TMP').replace(/galley-pieces-\w+/, 'DIR')
  } finally {
    rmSync(dir, { recursive: true })
  }
}

const hash = '0123456789abcdef'
const marks = (text: string, is: (text: string, at: number) => boolean) =>
  Array.from({ length: text.length }, (_, at) => (is(text, at) ? '^' : '.')).join('')

/** What is called, and for which arguments. */
const calls: readonly [name: string, call: (...given: never[]) => unknown, given: readonly unknown[]][] = [
  [
    'postUrl',
    (pattern: string) => postUrl(pattern, post),
    [
      'https://a.example',
      'https://a.example/',
      'https://a.example//',
      'https://a.example/{slug}/',
      '/{category}/{year}-{month}-{day}?p={slug}#{slug}',
      'https://a.example/{year}',
    ],
  ],
  ['withSlug', withSlug, ['', '/', 'a', 'a/', '{slug}', '{slug}/', '{Slug}']],
  [
    'postAddress',
    (pattern: string) => postAddress(pattern, post),
    ['https://ä.example/{slug}', 'HTTP://A:80/x y/'],
  ],
  ['encodedPath', encodedPath, ['/a b', '/%c3%a4%2f', '/%zz%', '/ä\u007f!~"#<>?\\`{}|^[]', '/𐐨/%E4']],
  [
    'pathKey',
    pathKey,
    [
      '/a',
      '/a/',
      '/a//',
      '/',
      '',
      'a',
      '/A%20b',
      '/a b',
      '/caf%C3%A9',
      '/cafe%cc%81',
      '/a%2Fb',
      '/a/b',
      '/%zz/ä',
    ],
  ],
  ['decoded', decoded, ['a%20b', '%zz', '%E4', '%c3%A4', '%']],
  [
    'isDocsFile',
    isDocsFile,
    [
      'index.html',
      'main.js',
      'main',
      'api.html',
      'desk/index.html',
      'desk/main.js',
      'desk/api.html',
      'list.js',
    ].concat([`desk/${hash}${hash}.1.json`, 'x/main.js', '']),
  ],
  [
    'isNotesFile',
    isNotesFile,
    [
      `desk/${hash}${hash}.0.json`,
      `desk/${hash}${hash}.12.json`,
      `desk/${hash}${hash}..json`,
      `desk/${hash}${hash}.x.json`,
      `desk/${hash}.1.json`,
      `desk/${hash}${hash}0.1.json`,
      `xdesk/${hash}${hash}.1.json`,
      `desk/${hash}${hash}.1.jsonx`,
      `desk/${hash}${hash}.1xjson`,
      `${hash}${hash}.1.json`,
    ],
  ],
  [
    'isExhaustion',
    (code: string) => [isExhaustion({ code }), isExhaustion(new SnapshotError('', { cause: { code } }))],
    ['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'ENOENT', ''],
  ],
  [
    'isMediaName',
    isMediaName,
    [
      `${hash}.png`,
      `a-1.${hash}.png`,
      `a.b.${hash}.png`,
      `A.${hash}.png`,
      `.${hash}.png`,
      `${hash}`,
      `${hash}.`,
      `${hash}.PNG`,
      `${hash}0.png`,
      `${hash.slice(1)}.png`,
      `x${hash}.png`,
      `${hash}.png.`,
      `${hash}.tar.gz`,
      '.tmp-media',
    ],
  ],
  [
    'current.json that a preview',
    current,
    [undefined, '{"preview":"x"}', '{"preview":null}', '{}', 'null', 'x', ''],
  ],
  [
    'fold',
    fold,
    [
      'ABC',
      'Straße ẞ',
      'Łódź Øre Đà',
      'Æsop Œuvre',
      'ﬁne Ｇａｌｌｅｙ',
      'ΣΊΣΥΦΟΣ σς',
      'don’t ‘a’ ʼn “q” a‐b',
      'e\u0301 é e\u0301\u0302',
      'co\u00adop a\u200bb c\u2060d',
      'が ｶﾞ ヴ',
      '한국 \u1112\u1161\u11ab',
      'كتاب كـتاب ٱ',
      'שָׁלוֹם',
      '𐐀 𠮷 \ud800 x',
      'İ I ı i',
      'क्षि',
      '',
    ],
  ],
  ['spellingOf', spellingOf, ['STRASSE', 'E\u0301', 'İ']],
  ['shownAs', shownAs, ['co\u00adop', 'a\u200bb\u2060c\ufeff', 'e\u0301', 'a\u200cb']],
  ['isCapitalised', isCapitalised, ['A', 'Ab', 'AB', 'aB', 'ab', 'É', '1a', '', '𐐀𐐨', '𐐨', 'Ab1', '1']],
  [
    'beginsSentence',
    (text: string) => marks(text, beginsSentence),
    [
      'A b. C',
      'a! "B',
      'x? (y',
      'x: [y {z',
      'a, b',
      'a\nb',
      'a\t“b’',
      '… a',
      'a – b',
      '¿a ¡b',
      'a; b',
      '1.5',
      '* a • b',
    ],
  ],
  [
    'isWord',
    isWord,
    [
      ...[
        'a',
        'ab',
        'é',
        'éa',
        '12',
        'a1',
        '1a',
        'a1b',
        'a1b2',
        'a1b2c',
        'x86',
        'node.js',
        'c++',
        '.net',
        '@a/b',
      ],
      ...[
        'abcdef1',
        'abcdef',
        '1234567',
        'deadbee',
        'deadbeef',
        'g234567',
        '東京',
        'ab東',
        'สวัสดี',
        'кот',
        'カ',
        '한국',
      ],
      ...['a'.repeat(32), 'a'.repeat(33), 'é'.repeat(32), 'é'.repeat(33), '--', '2.0', 'v2.0', 'utf-8', ''],
    ],
  ],
  ['leastPosts', leastPosts, Array.from({ length: 14 }, (_, i) => i)],
  ['classesOf', classesOf, [0, 1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 15, 16, 23, 24, 95, 96, 97, 127, 128]],
  [
    'signOf',
    signOf,
    [
      'ab',
      'abc',
      'é',
      'éab',
      'a1b',
      'a12b',
      'a123b',
      '1abc',
      '123',
      '12ab',
      '東京都',
      'कि',
      'a-b',
      'a-b-c-d',
      'a'.repeat(40),
    ],
  ],
  ['signatureOf', signatureOf, ['', 'a', 'b', 'aa', 'az', 'za', 'a'.repeat(31), 'a'.repeat(32), 'é']],
  ['languageOf', languageOf, ['de-AT', 'de', 'DE', 'zh-Hant-TW', '']],
  [
    'stemOf',
    (word: string) => stemOf(word, (text) => (text === 'none' ? '' : text.slice(0, 4))) ?? null,
    [
      'Größer',
      'none',
      'abc1',
      'a-b',
      '東京',
      'ÉTÉS',
      'a'.repeat(64),
      'a'.repeat(65),
      '',
      'ab\u0301c',
      'naïve',
    ],
  ],
  [
    'encodeSpelling',
    (pair: string) => {
      const [term, spelling] = pair.split(' ') as [string, string]
      const { code, numbers } = encodeSpelling(term, spelling)
      return `${code} ${numbers.join()}`
    },
    [
      'a a',
      'ab Ab',
      'ab AB',
      'github GitHub',
      'iphone iPhone',
      'cafe Café',
      'strasse Straße',
      'coop co-op',
      '𐐨a 𐐀a',
      'a1 A1',
    ],
  ],
  [
    'inChunks',
    (count: number) => {
      const all: string[] = []
      inChunks(count, (from, to) => all.push(`${from}-${to}`))
      return all.join()
    },
    [0, 1, 4_095, 4_096, 4_097, 8_193],
  ],
]

const shown = (value: unknown) =>
  JSON.stringify(value)?.replace(/[^ -~]/gu, (one) => (printed.has(one) ? one : asEscape(one))) ?? 'nothing'
const printed = new Set('ÄäéèÉßẞŁódźØøĐàÆæŒœ’‘“”…–¿¡σςΣ東京都')
const asEscape = (one: string) => `\\u{${one.codePointAt(0)!.toString(16)}}`

test('small functions give what is written down', async () => {
  const parts = calls.map(([name, call, given]) =>
    [name, ...given.map((one) => `  ${shown(one)} → ${shown(call(one as never))}`), ''].join('\n'),
  )
  await expect(parts.join('\n')).toMatchFileSnapshot('pieces.txt')
})

/** All words of up to so many letters. */
function wordsOf(letters: string, most: number): string[] {
  let all = ['']
  let last = all
  for (let length = 1; length <= most; length++) {
    last = last.flatMap((word) => [...letters].map((letter) => word + letter))
    all = [...all, ...last]
  }
  return all
}

/** The whole table. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => i + j),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]![j] = Math.min(
        rows[i - 1]![j]! + 1,
        rows[i]![j - 1]! + 1,
        rows[i - 1]![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return rows[a.length]![b.length]!
}

test('edits are counted as far as they matter', () => {
  const words = [
    ...wordsOf('ab', 3),
    ...wordsOf('abc', 4).filter((_, i) => i % 9 === 0),
    'abcdefgh',
    'bacdefhg',
  ]
  for (const a of words) {
    for (const b of words) {
      const edits = distance(a, b)
      for (const most of [0, 1, 2, 3]) {
        expect(Math.min(most + 1, editsBetween(a, b, most)), `${a} ${b} ${most}`).toBe(
          Math.min(most + 1, edits),
        )
      }
    }
  }
})

test('no word that is near enough is ruled out by its signature, and most others are', () => {
  const words = wordsOf('aeinrst', 4).filter((word, i) => word.length > 2 && i % 41 === 0)
  const signs = Uint32Array.from(words, signatureOf)
  let [near, ruledOut] = [0, 0]
  for (const [at, word] of words.entries()) {
    for (const edits of [1, 2]) {
      const found = new Set<number>()
      let next = nextNear(signs, 0, words.length, signs[at]!, edits)
      for (; next < words.length; next = nextNear(signs, next + 1, words.length, signs[at]!, edits))
        found.add(next)
      expect(next).toBe(words.length)
      for (const [other, text] of words.entries()) {
        if (distance(word, text) <= edits) {
          near++
          expect(found.has(other), `${word} ${text}`).toBe(true)
        } else if (!found.has(other)) ruledOut++
      }
    }
  }
  expect([near, ruledOut]).toMatchInlineSnapshot(`
    [
      514,
      4372,
    ]
  `)
})

test('texts are ordered by code points, and numbers found among others', () => {
  const texts = [
    '',
    'a',
    'aa',
    'b',
    'ab',
    '\u{10000}',
    '\uffff',
    '\ud7ff',
    '\ue000',
    'a\u{10400}',
    'a\uff5e',
    '\ud800',
    'é',
  ]
  const bytes = (text: string) => Buffer.from(text)
  const sound = texts.filter((text) => text !== '\ud800')
  const expected = sound.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b)))
  for (const sort of [compareCodePoints, comparisonOf(sound)])
    expect(sound.toReversed().sort(sort)).toEqual(expected)
  const plain = ['b', 'a', 'é', '', 'ab']
  expect(plain.toSorted(comparisonOf(plain))).toEqual(plain.toSorted(compareCodePoints))
  for (const text of texts)
    expect([compareCodePoints(text, text), comparisonOf(['a'])(text, text)]).toEqual([0, 0])
  const numbers = [1, 3, 3, 5, 9]
  for (let least = 0; least <= 10; least++) {
    const model = numbers.filter((number) => number < least).length
    expect(lowerBound(numbers, least)).toBe(model)
    expect(lowerBound(numbers, least, 1, 4)).toBe(Math.min(4, Math.max(1, model)))
  }
})

test('columns are read wherever their bytes begin', () => {
  const columns = {
    a: Uint8Array.of(1, 2, 3),
    b: Float64Array.of(0.5, -1),
    c: Uint32Array.of(7),
    d: new Uint32Array(0),
  }
  const packed = packColumns(columns)
  for (let shift = 0; shift < 9; shift++) {
    const moved = new Uint8Array(packed.length + shift)
    moved.set(packed, shift)
    expect(unpackColumns(moved.subarray(shift))).toEqual(columns)
  }
})

test('numbers and texts are written one after the other, whatever room there was', () => {
  const sizes = [0, 1, 15, 16, 17, 63, 64, 65, 66, 200]
  for (const room of [0, 16, 64, 4_096]) {
    const writer = new NumberWriter(room)
    const parts: Uint8Array[] = []
    for (const size of sizes) {
      const bytes = Uint8Array.from({ length: size + 4 }, (_, i) => i)
      writer.copy(bytes, 2, 2 + size)
      writer.append(bytes)
      writer.text('t'.repeat(size))
      writer.text(`${'t'.repeat(size)}é`)
      parts.push(bytes.subarray(2, 2 + size), bytes, Buffer.from(`${'t'.repeat(size)}${'t'.repeat(size)}é`))
    }
    const start = writer.length
    expect(Buffer.from(writer.bytes.subarray(0, start)).equals(Buffer.concat(parts))).toBe(true)
    const numbers = [0, 1, 127, 128, 16_383, 16_384, 2 ** 21 - 1, 2 ** 21, 2 ** 28, 2 ** 31, 2 ** 32 - 1]
    for (const number of numbers) writer.push(number)
    const bytes = writer.bytes.subarray(0, writer.length)
    const reader = new NumberReader(bytes, start)
    const source = new ByteSource(
      (from, to) => bytes.subarray(from, Math.min(to, from + 3)),
      start,
      bytes.length,
    )
    expect(numbers.map(() => reader.next())).toEqual(numbers)
    expect(numbers.map(() => source.next())).toEqual(numbers)
    expect([source.isAtEnd, source.offset, reader.at]).toEqual([true, bytes.length, bytes.length])
    expect(bytes.length - start).toBe(1 + 1 + 1 + 2 + 2 + 3 + 3 + 4 + 5 + 5 + 5)
  }
})

test('spellings are read and skipped as they are written', () => {
  for (const [term, spelling] of [
    ['abc', 'abc'],
    ['abc', 'Abc'],
    ['abc', 'aBC'],
    ['coop', 'co-öp'],
    [`${'a'.repeat(31)}b`, `${'a'.repeat(31)}B`],
  ] as const) {
    const { code, numbers } = encodeSpelling(term, spelling)
    const writer = new NumberWriter()
    for (const number of [...numbers, 77]) writer.push(number)
    const bytes = writer.bytes.subarray(0, writer.length)
    const source = () => new ByteSource((from, to) => bytes.subarray(from, to), 0, bytes.length)
    const [read, skipped] = [source(), source()]
    expect([decodeSpelling(term, code, read), read.next()]).toEqual([spelling, 77])
    skipSpelling(code, skipped)
    expect(skipped.next()).toBe(77)
    expect(code).toBeLessThan(2 ** codeBits)
  }
})

test('lines are found by their keys', () => {
  const keys = ['a', 'ab', 'b', 'é', '東', '𐐨']
  const written = keys.map((key, i) => `${key}\t${(i * 37).toString(36)}\t${i}z\n`)
  const lines = new SortedLines(Buffer.from(written.join('')))
  const starts = keys.map((_, i) => Buffer.byteLength(written.slice(0, i).join('')))
  for (const key of [...keys, '', 'aa', 'abc', 'c', 'z', 'ê', '\u{10ffff}']) {
    const at = keys.findIndex((one) => Buffer.compare(Buffer.from(one), Buffer.from(key)) >= 0)
    expect(lines.find(Buffer.from(key)), key).toBe(at < 0 ? lines.length : starts[at])
  }
  for (const [i, start] of starts.entries()) {
    const next = starts[i + 1] ?? lines.length
    expect([lines.key(start), lines.values(start)]).toEqual([keys[i], [(i * 37).toString(36), `${i}z`]])
    expect([lines.number(start, 0), lines.number(start, 1), lines.next(start)]).toEqual([
      i * 37,
      36 * i + 35,
      next,
    ])
    for (let at = start; at < next; at++) expect(lines.at(at)).toBe(start)
  }
})

test('a text has the same tokens in parts', () => {
  const text = 'On node.js 東京 and C++: @scope/name, .NET don’t a-b-c snake_case 日本 e\u0301t\u00e9 x.'
  const whole = tokenize(text)
  for (const runs of [1, 2, 3, 5, 100]) expect([...tokenParts(text, runs)].flat()).toEqual(whole)
  expect([...tokenParts(text, 2)].length).toBeGreaterThan(5)
})

test('values are made once', async () => {
  let made = 0
  const one = lazy(() => ({ made: ++made }))
  expect([one(), one()]).toEqual([{ made: 1 }, { made: 1 }])
  const latest = forLatest((key: number) => `${key} ${++made}`)
  expect([latest(1), latest(1), latest(2), latest(1)]).toEqual(['1 2', '1 2', '2 3', '1 4'])
  const memory = new Memory()
  class Other {}
  const map = memory.of(Map)
  expect([memory.of(Map) === map, memory.of(Other) instanceof Other, new Memory().of(Map) === map]).toEqual([
    ...[true, true, false],
  ])
  expect([...(await loadStemmers(['en', 'xx', 'de', 'toString', 'en'])).keys()]).toEqual(['en', 'de'])
})

test.skipIf(process.platform !== 'linux')('a process runs if it began when its name says', () => {
  const own = nameOf(process.pid)
  const [pid, started] = own.split('-')
  expect([pid, Number(started) > 0]).toEqual([String(process.pid), true])
  const others = [
    `${pid}-${Number(started) + 1}`,
    `${pid}-`,
    `${pid}`,
    '0-1',
    '-1',
    'x-1',
    '',
    `${2 ** 22 + 1}-1`,
  ]
  expect([own, ...others].map(isRunning)).toEqual([true, ...others.map(() => false)])
})

test.skipIf(process.platform !== 'linux')(
  'a process runs no longer when it has ended, whoever has to be told',
  async () => {
    const child = spawn('true')
    const name = nameOf(child.pid!)
    // This process is told of its end only afterwards.
    while (!/\) Z/.test(readFileSync(`/proc/${child.pid}/stat`, 'latin1'))) {}
    expect([isRunning(name), isRunning(nameOf(process.ppid))]).toEqual([false, true])
    await new Promise((resolve) => child.once('exit', resolve))
  },
)

test.skipIf(process.platform !== 'linux')('a process may have any name', () => {
  const [name, { title }] = [nameOf(process.pid), process]
  try {
    for (const title of [') R 1 2', 'a b) Z (']) {
      process.title = title
      expect([nameOf(process.pid), isRunning(name)]).toEqual([name, true])
    }
  } finally {
    process.title = title
  }
})

test('a text has its cuts where they are as JSON, and what is left without them is the rest', () => {
  const text = 'a "link"\n\u2028 to 𐐀 é\\ and more'
  const cutsOf = (...pairs: [from: number, to: number][]) =>
    pairs.map(([from, to], i) => ({ from, to, until: 7 + i }))
  for (const cuts of [
    cutsOf(),
    cutsOf([0, 0]),
    cutsOf([0, 3]),
    cutsOf([2, 9]),
    cutsOf([2, 8], [8, 10], [14, 18]),
    cutsOf([0, text.length]),
    cutsOf([5, 5], [20, text.length]),
  ]) {
    const encoded = encode(text, cuts)
    expect(JSON.parse(encoded.bytes.toString())).toBe(text)
    expect(encoded.cuts.map(({ until }) => until)).toEqual(cuts.map(({ until }) => until))
    for (const [i, { from, to }] of encoded.cuts.entries()) {
      const cut = encoded.bytes.toString('utf8', from, to)
      expect(JSON.parse(`"${cut}"`)).toBe(text.slice(cuts[i]!.from, cuts[i]!.to))
    }
    const left = cuts.reduceRight((rest, { from, to }) => rest.slice(0, from) + rest.slice(to), text)
    expect(JSON.parse(removeRanges(encoded.bytes, encoded.cuts).toString())).toBe(left)
  }
})
