// What was found in a text, as HTML: marks in whole words, fragments of a bounded length.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { highlighterOf, highlightsOf } from '../../api/_app/search/highlight.ts'
import { type Matcher, matcherOf } from '../../api/_app/search/matcher.ts'
import { parseSearch } from '../../api/_app/search/parse.ts'
import { tokenize } from '../../snapshot/search/tokenize.ts'
import { textOf } from '../../snapshot/text/html-text.ts'

const matcher = (query: string) => matcherOf(parseSearch(query))
const title = (query: string, text: string) =>
  highlightsOf({ title: text, content: '' }, matcher(query)).title
const content = (query: string, text: string) =>
  highlightsOf({ title: '', content: text }, matcher(query)).content

describe('marks', () => {
  test.each([
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

  test('stand around what was found, between words', () => {
    const [fragment, ...others] = content('harbour', `${filler}the harbour ${filler}`)
    expect(others).toEqual([])
    expect(fragment).toMatch(/^(lorem|ipsum|dolor|sit|amet|the)\b.*<mark>harbour<\/mark>.*[a-z]$/)
    expect(plain(fragment!).length).toBeGreaterThan(120)
  })

  test('are two at most, the first of those with the most words, in the order of the text', () => {
    const text = `rate ${filler}limit ${filler}rate limit ${filler}limit ${filler}`
    const found = content('rate limit', text)
    expect(found).toHaveLength(2)
    expect(found[0]).toMatch(/^<mark>rate<\/mark> lorem/)
    expect(found[1]).toContain('<mark>rate</mark> <mark>limit</mark>')
  })

  test('count how many words of the query they show, not in how many forms', () => {
    const found = content('ha', `the harbour ${filler}a hat ${filler}hall, ham and hay ${filler}`)
    expect(found.map(marksIn)).toEqual([['harbour'], ['hat']])
  })

  test('are one where all fits into it', () => {
    expect(content('one two', 'one and two')).toEqual(['<mark>one</mark> and <mark>two</mark>'])
  })

  test('are none where nothing was found', () => expect(content('harbour', filler)).toEqual([]))

  test('are cut in words that are longer than a fragment', () => {
    const [chinese] = content('认', '认'.repeat(500))
    expect(plain(chinese!)).toBe('认'.repeat(160))
    const [word] = content('a', `${'a'.repeat(5_000)} b`)
    expect(word).toBe(`<mark>${'a'.repeat(160)}</mark>`)
  })
})

describe('of the posts of a reply', () => {
  const filler = (length: number) => `<p>${'lorem ipsum '.repeat(length / 12)}</p>`
  const json = (html: string) => Buffer.from(JSON.stringify(html))
  const shown = (posts: number, html: string) =>
    highlighterOf(parseSearch('harbour'), posts)('', json(html)).content

  test('the fewer there are, the more of each is looked through', () => {
    const html = `${filler(12_000)}<p>the harbour</p>`
    expect(shown(100, html)).toEqual([])
    expect(shown(10, html)).toHaveLength(1)
    expect(shown(100, `${filler(1_200)}<p>the harbour</p>${filler(4_000)}`)).toHaveLength(1)
  })

  test('what a short one leaves, those behind it have', () => {
    const long = `${filler(120_000)}<p>the harbour</p>`
    const highlight = highlighterOf(parseSearch('harbour'), 2)
    expect(highlight('', json('<p>a harbour</p>')).content).toHaveLength(1)
    expect(highlight('', json(long)).content).toHaveLength(1)
    expect(shown(2, long)).toEqual([])
  })

  test('all of it is looked through, up to the last word before that ends', () => {
    for (const gap of [' ', '\n', '\\\n', '。']) {
      const html = `<pre>harbour${gap}${`lorem${gap}`.repeat(1_000)}</pre>`
      expect(shown(100, html), JSON.stringify(gap)).toHaveLength(1)
    }
  })

  test.each(['&amp;', '👩‍👩‍👧 ', '<b class="a b">x</b>', '認証。', 'a\\b\n\\ ', '\u0007"'])(
    'no %j is cut where that ends',
    (part) => {
      for (let shift = 0; shift < 24; shift++) {
        const before = `<p>${'-'.repeat(1_350 + shift)} harbour ${part.repeat(60)}`
        const [fragment] = shown(100, before)
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

test('whatever the text: fragments are stretches of it, and every mark is of what was asked for', () => {
  fc.assert(
    fc.property(texts, queries, (parts, words) => {
      const text = parts.join('')
      const finds = matcher(words.join(' '))
      const starts = new Set([...segmenter.segment(text)].map(({ index }) => index).concat(text.length))
      const shown = highlightsOf({ title: text, content: text }, finds)
      expect(plain(shown.title)).toBe(text)
      expect(shown.content.length > 0).toBe(finds(tokenize(text)).length > 0)
      for (const html of [shown.title, ...shown.content]) {
        expectEscaped(html)
        for (const mark of marksIn(html)) expect(isFound(finds, mark), JSON.stringify(mark)).toBe(true)
      }
      let from = 0
      for (const html of shown.content) {
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
    { numRuns: 400 },
  )
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

test('the more words are asked for, the less is looked through for them', () => {
  const text = `<p>${'filler '.repeat(8_000)}needle</p>`
  const found = (count: number) => {
    const letters = Array.from({ length: count - 1 }, (_, i) => String.fromCharCode(97 + i))
    const words = parseSearch(['needle', ...letters.map((letter) => `${letter}${letter}${letter}`)].join(' '))
    return highlighterOf(words, 1)('Title', Buffer.from(JSON.stringify(text))).content.length
  }
  expect([found(1), found(8), found(16), found(25)]).toEqual([1, 1, 1, 0])
})
