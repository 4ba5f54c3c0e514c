// YAML in content files: text stays text, and what would do harm is refused at its position.
import { describe, expect, test } from 'vitest'
import { decode, tooLarge } from '../../build/parse/decode.ts'
import { unreadable } from '../../build/parse/file.ts'
import { splitFrontMatter } from '../../build/parse/frontmatter.ts'
import { conflictsIn, ours } from '../../build/parse/merge-conflict.ts'
import { parseYaml } from '../../build/parse/yaml/parse.ts'
import { type Data, type Path, simpleData } from '../../build/parse/yaml/positions.ts'
import { parseWhatCanBe } from '../../build/parse/yaml/recover.ts'
import { simpleEntries } from '../../build/parse/yaml/simple.ts'
import type { Location } from '../../build/problems/location.ts'
import type { Problem } from '../../build/problems/problem.ts'
import { timesAsLong } from '../support/ratio.ts'
import { bytes, conflicts, files, yaml as texts } from './parse-texts.ts'

function parse(yaml: string) {
  const source = { name: 'The file', file: 'tags.yml', text: yaml, yaml, start: 0 }
  const { value: data, problems } = parseYaml(source)
  const found = problems.map(
    ({ line, column, code, message, hint }) => `${line}:${column} ${code} ${message}${hint && ` ${hint}`}`,
  )
  return { value: data?.value, data, problems: found }
}

describe('YAML', () => {
  test('keeps values as written: numbers, dates and words are text', () => {
    const { value } = parse('a: 2026\nb: 007\nc: 1.10\nd: true\ne: 2026-05-31\nf: no\ng: 0x10')
    expect(value).toEqual({ a: '2026', b: '007', c: '1.10', d: 'true', e: '2026-05-31', f: 'no', g: '0x10' })
  })

  test('treats empty values, ~ and null as not given, except in quotes', () => {
    expect(parse('a:\nb: ~\nc: null\nd: "null"\ne: ""').value).toEqual({
      a: undefined,
      b: undefined,
      c: undefined,
      d: 'null',
      e: '',
    })
  })

  test('may be in any of its styles', () => {
    const { value } = parse(
      'a: |\n  one\n  two\nb: >-\n  one\n  two\nc: {d: [e, "f: g"]}\n# comment\nh:\n- i\n',
    )
    expect(value).toEqual({ a: 'one\ntwo\n', b: 'one two', c: { d: ['e', 'f: g'] }, h: ['i'] })
  })

  test('may have keys that JavaScript objects have', () => {
    const { value } = parse('__proto__: a\nconstructor: b\n') as { value: object }
    expect(Object.entries(value)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  })

  test.each([
    [
      'a key written twice',
      'a: 1\nb: 2\na: 3\n',
      '3:1 duplicate-key The key "a" is written twice. Keep one of them.',
    ],
    [
      'a quoted key written twice',
      'a: 1\n"a": 3\n',
      '2:1 duplicate-key The key "a" is written twice. Keep one of them.',
    ],
    [
      'a key written twice in a list of a mapping',
      'a:\n  b:\n    - { c: 1, d: 2, c: 3 }\n',
      '3:21 duplicate-key The key "c" is written twice. Keep one of them.',
    ],
    [
      'a list that is not closed',
      'a: [1, [2, 3]\nb: 3\n',
      '1:4 bad-yaml This list is not closed. End it with ]',
    ],
    ['a mapping that is not closed', 'a: { b: c\n', '1:4 bad-yaml This mapping is not closed. End it with }'],
    [
      'an unquoted colon',
      'title: Galley: a guide\n',
      '1:8 bad-yaml This text contains a colon and a space, as a key does. Put quotes around it: "Galley: a guide"',
    ],
    [
      'an unquoted colon before quoted text',
      'title: Say: "hello"\n',
      `1:8 bad-yaml This text contains a colon and a space, as a key does. Put quotes around it: 'Say: "hello"'`,
    ],
    [
      'a symbol in front',
      'a: @home\n',
      '1:4 bad-yaml Text cannot begin with @. Put quotes around it: "@home"',
    ],
    [
      'an asterisk in front',
      'a: *b*\n',
      '1:4 bad-yaml Text cannot begin with *. Put quotes around it: "*b*"',
    ],
    [
      'an ampersand in front',
      'a: &b c\n',
      '1:4 bad-yaml Text cannot begin with &. Put quotes around it: "&b c"',
    ],
    [
      'an exclamation mark in front',
      'a: !b c\n',
      '1:4 bad-yaml Text cannot begin with !. Put quotes around it: "!b c"',
    ],
    [
      'a hyphen in front',
      'a: - b\n',
      '1:4 bad-yaml Text cannot begin with a hyphen and a space. Put quotes around it: "- b"',
    ],
    [
      'a question mark in front',
      'a: ? b\n',
      '1:4 bad-yaml Text cannot begin with a question mark and a space. Put quotes around it: "? b"',
    ],
    [
      'a bar at the beginning of a line',
      '|a: b\n',
      '1:2 bad-yaml This line is neither a key with its value nor part of the lines above. Write key: value.',
    ],
    [
      'hyphens that are not aligned, with Windows line ends',
      'a:\r\n- b\r\n  - c\r\n',
      '3:3 bad-yaml This hyphen is further right than the one above, so both lines are one text. Align the hyphens.',
    ],
    ['a bar in front', 'a: |b\n', '1:4 bad-yaml Text cannot begin with |. Put quotes around it: "|b"'],
    [
      'braces in front',
      'a: {{ b }}\n',
      '1:4 bad-yaml Text cannot begin with [ or {. Put quotes around it: "{{ b }}"',
    ],
    [
      'text behind a quote',
      'a: "b" c\n',
      `1:4 bad-yaml This value ends before the line does. Put quotes around it: '"b" c'`,
    ],
    [
      'two quoted texts',
      'a: "b" "c"\n',
      `1:4 bad-yaml This value ends before the line does. Put quotes around it: '"b" "c"'`,
    ],
    [
      'an apostrophe in quotes',
      "a: 'It's'\n",
      '1:4 bad-yaml This value ends before the line does. Put quotes around it: "It\'s"',
    ],
    [
      'text behind brackets',
      'a: [b] c\n',
      '1:4 bad-yaml This value ends before the line does. Put quotes around it: "[b] c"',
    ],
    [
      'a quote that is not closed',
      'a: "b\nc: d\n',
      '1:4 bad-yaml This quote is not closed. End the text with "',
    ],
    [
      'a backslash',
      'a: "C:\\Users"\n',
      "1:7 bad-yaml In double quotes, a backslash changes the meaning of what follows. Use single quotes: 'C:\\Users'",
    ],
    [
      'hyphens in brackets',
      'a: [- b]\n',
      '1:5 bad-yaml Inside brackets, only commas separate items. Write [one, two].',
    ],
    [
      'several symbols in front',
      'a: &b &c d\n',
      '1:4 bad-yaml Text cannot begin with &, * or !. Put quotes around it: "&b &c d"',
    ],
    ['a comma too many', 'a: [b,, c]\n', '1:7 bad-yaml There is an extra comma here. Remove it.'],
    [
      'a tab as indent',
      'a:\n\tb: c\n',
      '2:1 bad-yaml This line is indented with a tab. Indent it with spaces.',
    ],
    [
      'a key without a colon',
      'title Hello\ntags: [a]\n',
      '1:1 bad-yaml This line is neither a key with its value nor part of the lines above. Write title: Hello',
    ],
    [
      'a line that is indented',
      'a: b\n  c: d\n',
      '1:4 bad-yaml The line below is indented as if it were part of this text. Start lines that belong together in the same column.',
    ],
    [
      'a list whose items begin at several columns',
      'a:\n  - b\n - c\n',
      '3:1 bad-yaml This line starts in the wrong column. Align the hyphens.',
    ],
    [
      'keys that begin at several columns',
      'a:\n  b: c\n d: e\n',
      '3:1 bad-yaml This line starts in a different column from those above. Start lines that belong together in the same column.',
    ],
    [
      'a second document',
      'a: b\n---\nc: d\n',
      '2:1 bad-yaml The YAML ends at the line above this one, but more follows. Remove the line above it; if the front matter ends there, write --- instead.',
    ],
    [
      'a key that is a list',
      '? [a]\n: b\n',
      '1:3 bad-yaml Text cannot begin with [ or {. Put quotes around it: "[a]"',
    ],
  ])('is refused for %s', (_, yaml, problem) => {
    expect(parse(yaml).problems).toEqual([problem])
  })

  test('is refused once for each independent error, not for its consequences', () => {
    const yaml = 'a: b: c\nd: @e\nf: [g]\nh: i: j: k\nl: "\\m"\n  n: o\n'
    expect(parse(yaml).problems.map((line) => line.split(' ')[0])).toEqual(['1:4', '2:4', '4:4', '5:5'])
  })

  test.each([
    [
      'a: Fix issue #12\n',
      '1:14 cut-text Everything after # is a comment, not part of the text. Put quotes around it: "Fix issue #12"',
    ],
    [
      'a: #1 tip\n',
      '1:4 cut-text Everything after # is a comment, not part of the text. Put quotes around it: "#1 tip"',
    ],
  ])('warns of text that ends at a #: %j', (yaml, problem) => {
    expect(parse(yaml).problems).toEqual([problem])
  })

  test.each([
    'a: b # a comment\n',
    '# one\na: b\n#two\n',
    'a: "b" #c\n',
    'a: b#c\n',
    'a: &x b\nc: *x\n',
    'a:\n  #none yet\n',
  ])('takes %j as it is meant', (yaml) => {
    expect(parse(yaml).problems).toEqual([])
  })

  test('is refused when aliases multiply into millions of values', () => {
    const levels = 'bcdefghi'.split('').map((name, index) => {
      const above = 'abcdefgh'[index]
      return `${name}: &${name} [${Array(9).fill(`*${above}`).join(', ')}]\n`
    })
    const { value, problems } = parse(`a: &a [x, x, x]\n${levels.join('')}`)
    expect(value).toBeUndefined()
    expect(problems).toEqual([
      '2:8 bad-yaml Values that begin with * stand for other values, and these add up to too many. Write the values out.',
    ])
  })

  test('may repeat a value a hundred times, and no more', () => {
    const named = (times: number) => parse(`a: &a x\nb: [${Array(times).fill('*a').join(', ')}]\n`)
    expect(named(99).problems).toEqual([])
    expect(named(100).problems).toEqual([
      '2:5 bad-yaml Values that begin with * stand for other values, and these add up to too many. Write the values out.',
    ])
  })

  test('may be nested 32 levels deep, and no deeper', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{ a: ', '}'],
    ] as const) {
      const nested = (depth: number) => parse(`${open.repeat(depth)}x${close.repeat(depth)}`).problems
      expect(nested(32)).toEqual([])
      expect(nested(33)).toHaveLength(1)
    }
  })

  test.each([
    ['lists', '['.repeat(20_000)],
    ['mappings', '{a: '.repeat(20_000)],
    ['lists in lines', '- '.repeat(20_000)],
    ['closed lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('is refused when %s nest too deeply, and the process lives', (_, yaml) => {
    const { value, problems } = parse(`a:\n  ${yaml}\n`)
    expect(value).toBeUndefined()
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('This is nested more than 32 levels deep.')
  })

  test('is read in linear time', { tags: 'nightly' }, async () => {
    const reading = (keys: number) => {
      const lines = Array.from({ length: keys }, (_, index) => `key${index}: { name: Name }\n`)
      return () => {
        const { data, problems } = parse(`${lines.join('')}key0: again\n`)
        expect(problems).toEqual([
          `${keys + 1}:1 duplicate-key The key "key0" is written twice. Keep one of them.`,
        ])
        const places = lines.map((_, index) => data?.keyLocationOf([`key${index}`]).line)
        expect(places.slice(1)).toEqual(lines.slice(1).map((_, index) => index + 2))
      }
    }
    // Quadratic work would take a hundred times as long.
    expect(await timesAsLong(reading(8_000), reading(800))).toBeLessThan(50)
  })

  test.each([
    ['lines of a list', 'tags:\n', '- a\n'],
    ['a list in one line', 'tags: [', 'a, ', 'a]\n'],
    ['keys', '', 'k# : a\n'],
    ['blanks', 'a: ', ' ', 'b: c'],
    ['words', 'a: ', 'b ', '# c'],
    ['quotes', 'a: ', "''", ''],
    ['empty lines', 'a:\n', '\n', '- b'],
  ])('%s are read in linear time', async (_, head, repeated, tail = '') => {
    const reading = (times: number) => {
      const lines = Array.from({ length: times }, (_, i) => repeated.replace('# ', String(i)))
      return () => parse(`${head}${lines.join('')}${tail}`)
    }
    expect(await timesAsLong(reading(20_000), reading(2_000))).toBeLessThan(50)
  })

  test('knows the location of each value and key', () => {
    const { data } = parse('# one\ntags: [a, "b"]\nsocials:\r\n  - platform: x\r\n    url: y\r\n')
    expect(data?.locationOf(['tags', 1])).toEqual({ line: 2, column: 11, length: 3 })
    expect(data?.locationOf(['socials', 0, 'url'])).toEqual({ line: 5, column: 10, length: 1 })
    expect(data?.keyLocationOf(['socials', 0, 'url'])).toEqual({ line: 5, column: 5, length: 3 })
    expect(data?.locationOf(['socials', 0, 'missing'])).toEqual({ line: 4, column: 5, length: 1 })
  })
})

const at = ({ line, column, length }: Location) => `${line}:${column}+${length}`

const lineOf = (problem: Problem) =>
  `${at(problem)} ${problem.severity} ${problem.code} ${problem.message} ${problem.hint}`.trimEnd()

/** Each path of a value, and two that lead on to nothing. */
function pathsIn(value: unknown, path: Path = []): Path[] {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const below = entries.flatMap(([key, item]) => {
    return pathsIn(item, [...path, Array.isArray(value) ? Number(key) : key])
  })
  return [
    path,
    ...below,
    ...(path.length < 3
      ? [
          [...path, 'none'],
          [...path, 9],
        ]
      : []),
  ]
}

/** What a text is read as, and where its parts are, for those that are not too long to be read here. */
function readingOf(yaml: string): unknown[] {
  const source = { name: 'The file', file: 'a.yml', text: `---\r\n${yaml}`, yaml, start: 5 }
  const { value, problems } = parseWhatCanBe(source)
  const { data, isWhole, lost } = value
  const places = (data: Data) =>
    [['none', 'a'], ...pathsIn(data.value)].map((path) => {
      return `${path.join('.')} ${at(data.locationOf(path))} ${at(data.keyLocationOf(path))}`
    })
  const text = JSON.stringify(data?.value, (_, value) => value ?? null)
  const kind = simpleEntries(yaml) ? 'of simple forms' : isWhole ? 'of all forms' : 'in part'
  const missing = isWhole ? '' : `, without ${[...lost].join(', ') || 'any key'}`
  const read = [`${kind}: ${text}${missing}`, ...problems.map(lineOf)]
  return data && read.join('').length < 1_000 ? [...read, places(data).slice(0, 12).join(', ')] : read
}

test('what a text is read as, and each mistake in it, is written down', async () => {
  const rows: [input: unknown, ...output: unknown[]][] = [
    ...texts.map((yaml): [unknown, ...unknown[]] => [yaml, ...readingOf(yaml)]),
    ...files.map((text): [unknown, ...unknown[]] => {
      const { value, problems } = splitFrontMatter(text, 'a.md')
      return [text, JSON.stringify(value), ...problems.map(lineOf)]
    }),
    ...conflicts.map((text): [unknown, ...unknown[]] => {
      return [text, JSON.stringify(conflictsIn(text)), JSON.stringify(ours(text))]
    }),
    ...bytes.map((text): [unknown, ...unknown[]] => {
      const { value, problems } = decode(Buffer.from(text, 'latin1'), 'a.md')
      return [text, JSON.stringify(value), ...problems.map(lineOf)]
    }),
    ...[5_242_881, 5_300_000, 5_347_738, 52_428_800].map((size): [unknown, ...unknown[]] => {
      return [size, lineOf(tooLarge(size, 'a.md'))]
    }),
  ]
  const written = rows.map(([input, ...output]) => {
    return `=== ${shortened(JSON.stringify(input))}\n${output.map((line) => `${shortened(String(line))}\n`).join('')}`
  })
  await expect(escaped(written.join(''))).toMatchFileSnapshot('parsed.txt')
})

test('places of simple forms are known without a parser', () => {
  const entries = simpleEntries('a: b\nc: [d, e]\n')!
  const place = (from: number, length = 1) => ({ line: 1, column: from + 1, length })
  const data = simpleData('The file', entries, place, () => {
    throw new Error('It is parsed.')
  })
  expect(data.locationOf(['a'])).toEqual(place(3))
  expect(data.keyLocationOf(['c'])).toEqual(place(5))
  expect(data.locationOf(['c', 1])).toEqual(place(12))
  // A text may stand for a list of one.
  expect(data.locationOf(['a', 0])).toEqual(place(3))
  expect(() => data.locationOf(['c'])).toThrow('It is parsed.')
  expect(() => data.locationOf(['c', 1, 0])).toThrow('It is parsed.')
  expect(() => data.locationOf(['c', 'length'])).toThrow('It is parsed.')
})

test('a failure to read is a problem only if it is of the system', () => {
  const mistake = Object.assign(new Error('no'), { code: 'EACCES' })
  expect(unreadable('a.md', mistake)).toMatchObject({ message: 'The file cannot be read (EACCES).' })
  expect(() => unreadable('a.md', new RangeError('ours'))).toThrow('ours')
})

const shortened = (text: string) =>
  text.length < 2_000 ? text : `${text.slice(0, 40)}… ${text.length} …${text.slice(-80)}`

/** What no editor shows, by its number. */
function escaped(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00a0]/gu, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
