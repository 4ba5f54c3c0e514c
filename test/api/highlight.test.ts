// What was found in a text, as HTML: marks in whole words, fragments of a bounded length.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { postTextOf } from '../../api/_app/listing/stored-html.ts'
import { highlighterOf, parseSearch } from '../../packages/search/index.ts'
import { highlightsOf } from '../../packages/search/query/highlight.ts'
import { Characters } from '../../packages/search/query/marks.ts'
import { type Matcher, matcherOf } from '../../packages/search/query/matcher.ts'
import { tokenize } from '../../packages/search/text/tokenize.ts'
import { textOf } from '../../snapshot/text/html-text.ts'
import { fixed, tries } from '../property/tries.ts'
import { noTurn } from '../support/turn.ts'

const matcher = (query: string) => matcherOf(parseSearch(query))
const highlights = (texts: { title: string; content: string }, finds: Matcher) =>
  highlightsOf(texts, { title: finds(tokenize(texts.title)), content: finds(tokenize(texts.content)) })
const title = (query: string, text: string) => highlights({ title: text, content: '' }, matcher(query)).title
const json = (html: string) => {
  const bytes = Buffer.from(JSON.stringify(html))
  return postTextOf({ length: bytes.length, beginning: () => bytes })
}
const content = (query: string, text: string) =>
  highlights({ title: '', content: text }, matcher(query)).content

describe('marks', () => {
  fixed.each([
    ['har', 'The Harbour', 'The <mark>Harbour</mark>'],
    ['strasse', 'Die Straße hier', 'Die <mark>Straße</mark> hier'],
    ['fine', 'a ﬁne day', 'a <mark>ﬁne</mark> day'],
    ['full', 'ＦＵＬＬ width', '<mark>ＦＵＬＬ</mark> width'],
    ['cafe', 'Cafe\u0301s, café', '<mark>Cafe\u0301s</mark>, <mark>café</mark>'],
    ['认证', '使用JWT认证方式', '使用JWT<mark>认证</mark>方式'],
    ['jwt认证', '使用JWT认证方式', '使用<mark>JWT</mark><mark>认证</mark>方式'],
    ['认证方', '使用认证方式', '使用<mark>认证方</mark>式'],
    ['node', 'node.js', '<mark>node.js</mark>'],
    ['c#', 'C# and C', '<mark>C#</mark> and C'],
    ['"of mice"', 'of men, of mice', 'of men, <mark>of</mark> <mark>mice</mark>'],
    ['b', '<b>&amp; "b"', '&lt;<mark>b</mark>&gt;&amp;amp; &quot;<mark>b</mark>&quot;'],
    ['1', 'Press 1\ufe0f\u20e3', 'Press <mark>1\ufe0f\u20e3</mark>'],
    ['c#', 'C#\u20e3', '<mark>C#\u20e3</mark>'],
    ['zzz', "It's", 'It&#39;s'],
  ])('%s in %s', (query, text, expected) => expect(title(query, text)).toBe(expected))
})

describe('fragments', () => {
  const filler = 'lorem ipsum dolor sit amet '.repeat(20)

  fixed('surround what was found, and end between words', () => {
    const [fragment, ...others] = content('harbour', `${filler}the harbour ${filler}`)
    expect(others).toEqual([])
    expect(fragment).toMatch(/^(lorem|ipsum|dolor|sit|amet|the)\b.*<mark>harbour<\/mark>.*[a-z]$/)
    expect(plain(fragment!).length).toBeGreaterThan(120)
  })

  fixed('leave out a mark that they would begin inside of', () => {
    const long = '书'.repeat(300)
    const text = `${'书'.repeat(98)}认证认证${'书'.repeat(155)}服务${long}`
    const [before, fragment = ''] = content('认证 服务', text)
    expect(before).toMatch(/^书+<mark>认证<\/mark>$/)
    expect(fragment).toMatch(/^<mark>认证<\/mark>书+<mark>服务<\/mark>书*$/)
    expect(plain(fragment)).toHaveLength(159)
  })

  fixed('are at most two, the first of those with the most words, in text order', () => {
    const text = `rate ${filler}limit ${filler}rate limit ${filler}limit ${filler}`
    const found = content('rate limit', text)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatch(/^<mark>rate<\/mark> lorem/)
    expect(found[1]).toContain('<mark>rate</mark> <mark>limit</mark>')
  })

  fixed('show a word of several parts rather than one of the parts', () => {
    const found = content('node js', `node ${filler}js ${filler}node.js ${filler}`)
    expect(found.map(marksIn)).toEqual([['node'], ['node.js']])
    const chinese = content('认证 证方', `认证 ${filler}证方 ${filler}认证方 ${filler}`)
    expect(chinese.map(marksIn)).toEqual([['认证'], ['认证方']])
  })

  fixed('are ranked by how many words of the query they have, not in how many forms', () => {
    const found = content('ha', `the harbour ${filler}a hat ${filler}hall, ham and hay ${filler}`)
    expect(found.map(marksIn)).toEqual([['harbour'], ['hat']])
  })

  fixed('split no character, even near the beginning of the text', () => {
    expect(content('c#', `In C#\u20e3 ${filler}`)[0]).toMatch(/^In <mark>C#\u20e3<\/mark> lorem/)
  })

  fixed('are one if everything fits into it', () => {
    expect(content('one two', 'one and two')).toEqual(['<mark>one</mark> and <mark>two</mark>'])
  })

  test('are empty if nothing was found', () => expect(content('harbour', filler)).toEqual([]))

  test('begin and end where is written down, whatever is around what was found', () => {
    const words = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `w${from + i}`).join(' ')
    const signs = Array.from({ length: 400 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('')
    const texts: Record<string, [query: string, text: string]> = {
      'at the beginning': ['found', `found ${words(0, 90)}`],
      'near the beginning': ['found', `${words(0, 12)} found ${words(12, 90)}`],
      'at the end': ['found', `${words(0, 90)} found`],
      'near the end': ['found', `${words(0, 80)} found ${words(80, 92)}`],
      'in the middle': ['found', `${words(0, 60)} found ${words(60, 120)}`],
      'two that just fit': ['found lost', `${words(0, 60)} found ${'x'.repeat(149)} lost ${words(60, 120)}`],
      'two that just do not': [
        'found lost',
        `${words(0, 60)} found ${'x'.repeat(150)} lost ${words(60, 120)}`,
      ],
      'two side by side': ['found lost', `${words(0, 60)} found ${words(60, 90)} lost ${words(90, 150)}`],
      'three apart': [
        'a b c',
        `${words(0, 60)} a ${words(60, 120)} b ${words(120, 180)} a c ${words(180, 240)}`,
      ],
      'long words': [
        'found',
        `${'x'.repeat(200)} ${'y'.repeat(41)} found ${'y'.repeat(40)} ${'x'.repeat(200)}`,
      ],
      'no spaces': [signs.slice(200, 202), signs],
      'a mark longer than a fragment': [signs.slice(0, 3), signs.slice(0, 3).repeat(80)],
      'a character longer than a fragment': [
        'e',
        `${words(0, 40)} e${'\u0301'.repeat(200)} ${words(40, 80)}`,
      ],
      'long characters around': ['found', `${'👩‍👩‍👧‍👦'.repeat(20)} found ${'👩‍👩‍👧‍👦'.repeat(20)}`],
      'marks that the ends would split': ['a b-b', `${'b-b '.repeat(60)}a ${'b-b '.repeat(60)}`],
      'a line break': ['found', `${words(0, 60)}\n\n${words(60, 66)} found\n${words(66, 120)}`],
    }
    const told = Object.entries(texts).map(([name, [query, text]]) => {
      const places = content(query, text).map((fragment) => {
        const plain = fragment.replace(/<\/?mark>/g, '')
        const marks = [...fragment.matchAll(/<mark>/g)].map(({ index }, i) => index - 13 * i)
        return `${text.indexOf(plain)}–${text.indexOf(plain) + plain.length} (${marks.join(' ')})`
      })
      return `${name}: ${places.join(', ')}`
    })
    expect(told).toMatchInlineSnapshot(`
      [
        "at the beginning: 0–159 (0)",
        "near the beginning: 0–159 (38)",
        "at the end: 198–355 (152)",
        "near the end: 206–363 (104)",
        "in the middle: 154–311 (76)",
        "two that just fit: 230–390 (0 156)",
        "two that just do not: 154–312 (76), 312–471 (75)",
        "two side by side: 218–372 (12 138)",
        "three apart: 150–307 (80), 719–872 (75 77)",
        "long words: 201–289 (42)",
        "no spaces: 121–281 (79)",
        "a mark longer than a fragment: 0–159 (0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78 81 84 87 90 93 96 99 102 105 108 111 114 117 120 123 126 129 132 135 138 141 144 147 150 153 156), 0–81 (0 3 6 9 12 15 18 21 24 27 30 33 36 39 42 45 48 51 54 57 60 63 66 69 72 75 78)",
        "a character longer than a fragment: 150–351 (0)",
        "long characters around: 143–293 (78)",
        "marks that the ends would split: 0–84 (0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80), 84–242 (0 4 8 12 16 20 24 28 32 36 40 44 48 52 56 60 64 68 72 76 80 84 88 92 96 100 104 108 112 116 120 124 128 132 136 140 144 148 152 156)",
        "a line break: 178–336 (77)",
      ]
    `)
  })

  fixed('are cut inside words that are longer than a fragment', () => {
    const [chinese] = content('认', '认'.repeat(500))
    expect(plain(chinese!)).toBe('认'.repeat(160))
    const [word] = content('a', `${'a'.repeat(5_000)} b`)
    expect(word).toBe(`<mark>${'a'.repeat(160)}</mark>`)
  })
})

describe('of the posts of a reply', () => {
  const filler = (length: number) => `<p>${'lorem ipsum '.repeat(length / 12)}</p>`

  const highlighted = async (posts: number, html: string) =>
    (await highlighterOf(parseSearch('harbour'), posts, noTurn)('', json(html))).content

  fixed('the fewer there are, the more of each is searched', async () => {
    const html = `${filler(12_000)}<p>the harbour</p>`
    expect(await highlighted(100, html)).toEqual([])
    expect(await highlighted(10, html)).toHaveLength(1)
    expect(await highlighted(100, `${filler(1_200)}<p>the harbour</p>${filler(4_000)}`)).toHaveLength(1)
  })

  fixed('what a short one leaves over, later ones get', async () => {
    const long = `${filler(120_000)}<p>the harbour</p>`
    const highlight = highlighterOf(parseSearch('harbour'), 2, noTurn)
    expect((await highlight('', json('<p>a harbour</p>'))).content).toHaveLength(1)
    expect((await highlight('', json(long))).content).toHaveLength(1)
    expect(await highlighted(2, long)).toEqual([])
  })

  fixed('what a long one was searched, later ones are not', async () => {
    const second = async (length: number) => {
      const highlight = highlighterOf(parseSearch('harbour'), 2, noTurn)
      expect((await highlight('', json(filler(120_000)))).content).toEqual([])
      return (await highlight('', json(`${filler(length)}<p>the harbour</p>`))).content.length
    }
    expect([await second(70_000), await second(80_000)]).toEqual([1, 0])
  })

  fixed('all of it is searched, up to the last word before the bound', async () => {
    for (const gap of [' ', '\n', '\\\n', '。']) {
      const html = `<pre>harbour${gap}${`lorem${gap}`.repeat(1_000)}</pre>`
      expect(await highlighted(100, html), JSON.stringify(gap)).toHaveLength(1)
    }
  })

  fixed.each(['&amp;', '👩‍👩‍👧 ', '<b class="a b">x</b>', '認証。', 'a\\b\n\\ ', '\u0007"'])(
    'no %j is cut at the bound',
    async (part) => {
      for (let shift = 0; shift < 24; shift++) {
        const before = `<p>${'-'.repeat(1_350 + shift)} harbour ${part.repeat(60)}`
        const [fragment] = await highlighted(100, before)
        expect(`${textOf(before)} `, String(shift)).toContain(`${plain(fragment!)}`)
      }
    },
  )
})

const pieces = fc.constantFrom(
  ...[
    'harbour',
    'Harbours',
    'Straße',
    'ﬁne',
    'ＦＵＬＬ',
    'cafe\u0301',
    'node.js',
    'C++',
    '认证',
    '検索サーバー',
  ],
  ...[
    '한국어',
    'กำ',
    '👩‍👩‍👧',
    '🇸🇪🇳🇴',
    '\u0600',
    '\u0301',
    '\ud83d',
    '<b>',
    '&amp;',
    '"',
    "'",
    ' ',
    ' ',
    '\n\n',
    '. ',
  ],
)
const texts = fc.array(fc.oneof(pieces, fc.string({ unit: 'grapheme', maxLength: 12 })), { maxLength: 120 })
const queries = fc.array(
  fc.constantFrom(
    'har',
    'harbour',
    'strasse',
    'fine',
    'full',
    'cafe',
    'node',
    'js',
    'c++',
    '认证',
    '検索',
    '한',
    'b',
    '1',
  ),
  { minLength: 1, maxLength: 4 },
)
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })

test('whatever the text, fragments are parts of it, and every mark is something the query asked for', () => {
  fc.assert(
    fc.property(texts, queries, (parts, words) => {
      const text = parts.join('')
      const finds = matcher(words.join(' '))
      const starts = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length))
      const highlighted = highlights({ title: text, content: text }, finds)
      expect(plain(highlighted.title)).toBe(text)
      expect(highlighted.content.length > 0).toBe(finds(tokenize(text)).length > 0)
      for (const html of [highlighted.title, ...highlighted.content]) {
        expectEscaped(html)
        for (const mark of marksIn(html)) expect(isFound(finds, mark), JSON.stringify(mark)).toBe(true)
      }
      let from = 0
      for (const html of highlighted.content) {
        const fragment = plain(html)
        expect(marksIn(html).length).toBeGreaterThan(0)
        while (text.indexOf(fragment, from) >= 0) {
          from = text.indexOf(fragment, from)
          if (starts.has(from) && starts.has(from + fragment.length)) break
          from++
        }
        expect(text.slice(from, from + fragment.length)).toBe(fragment)
        expect(fragment.length).toBeLessThanOrEqual(160)
        from += fragment.length
      }
    }),
    { numRuns: tries(400) },
  )
})

/** What joins with its neighbours, and what does not, in the first plane and beyond. */
const joining = [
  ...'ae\u0301\u200d\ufe0f👩👍🏽🇨🇭❤1#\u20e3𠀀한\u1100\u1161\u11a8क\u094dष\u0e33ก\r\n\u0600🄰🏴\u{e0061}\u{e007f}\u{111c2}\u{11d46}\u{16ff0}\u{16fe4}🈁\uff9eｶ',
]

test('whatever the text, a character is what readers see as one', () => {
  const unit = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...joining, '\ud83d', '\udc4d') },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }) },
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 12 }), (units) => {
      const text = units.join('')
      const characters = new Characters(text, { start: 0, end: text.length })
      for (const { index, segment } of segmenter.segment(text)) {
        for (let place = index; place < index + segment.length; place++) {
          expect(characters.startAt(place)).toBe(index)
          if (place > index) expect(characters.endAt(place)).toBe(index + segment.length)
        }
      }
    }),
    { numRuns: tries(2_000) },
  )
})

fixed('a character is whole however long it is, and marks in the same one become one', () => {
  for (const length of [1, 62, 63, 64, 65, 66, 200]) {
    const text = `ab e${'\u0301'.repeat(length)} c`
    const end = 4 + length
    const characters = new Characters(text, { start: 3, end: 4 })
    expect([characters.startAt(4), characters.endAt(4), characters.endAt(3)]).toEqual([
      3,
      Math.min(end, 4 + 64),
      3,
    ])
    const before = new Characters(text, { start: end, end: end + 1 })
    expect([before.startAt(end - 1), before.endAt(end)]).toEqual([Math.max(3, end - 64), end])
  }
  const marked = new Characters('e\u0301\u0302 f', { start: 0, end: 5 })
  const marks = [0, 1, 2, 4].map((start) => ({ start, end: start + 1 }))
  expect(marked.whole(marks)).toEqual([
    { start: 0, end: 3 },
    { start: 4, end: 5 },
  ])
})

function plain(html: string): string {
  const signs: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
  return html.replace(/<\/?mark>/g, '').replace(/&([^;]*);/g, (_, name) => signs[name]!)
}

function marksIn(html: string): string[] {
  return [...html.matchAll(/<mark>(.*?)<\/mark>/gs)].map(([, marked]) => plain(marked!))
}

function isFound(finds: Matcher, mark: string): boolean {
  return finds(tokenize(mark)).length > 0
}

function expectEscaped(html: string): void {
  expect(html.replace(/<mark>[^<>]*<\/mark>/g, '').replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toMatch(
    /[<>"'&]/,
  )
}

fixed('the more words a query has, the less text is searched for them', async () => {
  const text = `<p>${'filler '.repeat(8_000)}needle</p>`
  const found = async (count: number) => {
    const letters = Array.from({ length: count - 1 }, (_, i) => String.fromCharCode(97 + i))
    const words = parseSearch(['needle', ...letters.map((letter) => `${letter}${letter}${letter}`)].join(' '))
    const { content } = await highlighterOf(words, 1, noTurn)('Title', json(text))
    return content.length
  }
  expect(await Promise.all([1, 8, 16, 25].map(found))).toEqual([1, 1, 1, 0])
})

fixed("a word is found in the first 30,000 words of a reply's posts", async () => {
  const found = async (before: string, posts = 1) => {
    const text = json(`<p>${before}needle ${'x '.repeat(3_000)}</p>`)
    return (await highlighterOf(parseSearch('needle'), posts, noTurn)('', text)).content.length
  }
  expect(await Promise.all(['a '.repeat(29_000), 'a '.repeat(31_000)].map((text) => found(text)))).toEqual([
    1, 0,
  ])
  expect(await Promise.all(['字'.repeat(29_000), '字'.repeat(31_000)].map((text) => found(text)))).toEqual([
    1, 0,
  ])
  expect(await Promise.all(['a '.repeat(290), 'a '.repeat(310)].map((text) => found(text, 100)))).toEqual([
    1, 0,
  ])
})

fixed("a word is found in the first 150,000 bytes of a reply's posts", async () => {
  const found = async (bytes: number) => {
    const text = json(`<p>${'abcdefghi '.repeat(bytes / 10)}needle ${'abcdefghi '.repeat(100)}</p>`)
    return (await highlighterOf(parseSearch('needle'), 1, noTurn)('', text)).content.length
  }
  expect([await found(149_900), await found(150_100)]).toEqual([1, 0])
})

fixed('a title is complete, however long it is, and marked as far as it is searched', async () => {
  const text = `harbour ${'filler '.repeat(4_000)}harbour`
  const { title, content } = await highlighterOf(
    parseSearch('harbour'),
    10,
    noTurn,
  )(text, json('<p>A harbour</p>'))
  expect(title).toBe(text.replace('harbour', '<mark>harbour</mark>'))
  expect(content).toEqual([])
})

fixed('posts too large for their share are not read, and later ones are', async () => {
  const highlight = highlighterOf(parseSearch('harbour'), 3, noTurn)
  const large = { length: 10_000_001, beginning: () => expect.fail('it was read') }
  expect(await highlight('Harbour', large)).toEqual({ title: '<mark>Harbour</mark>', content: [] })
  const pair = [json('<p>A harbour</p>'), { ...json('<p>Harbour</p>'), length: 29_000_000 }] as const
  const most = { ...json('<p>Harbour</p>'), length: 10_000_000 }
  expect((await highlighterOf(parseSearch('harbour'), 3, noTurn)('', most)).content).toHaveLength(1)
  for (const html of pair) expect((await highlight('', html)).content).toHaveLength(1)
})
