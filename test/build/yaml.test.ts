// YAML in content files, as `galley check` and the API tell of it: text stays text, and what would do harm is refused at its place.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ran } from '../support/command.ts'
import { timesAsLong } from '../support/ratio.ts'
import { get } from '../support/reading.ts'
import { type ReportedProblem, reportedProblems } from '../support/reported.ts'
import { postFile, type Workspace, workspace } from '../support/workspace.ts'

const refused: [name: string, yaml: string, problem: string][] = [
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
  ['a symbol in front', 'a: @home\n', '1:4 bad-yaml Text cannot begin with @. Put quotes around it: "@home"'],
  ['an asterisk in front', 'a: *b*\n', '1:4 bad-yaml Text cannot begin with *. Put quotes around it: "*b*"'],
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
]

const anchors = (times: number) => `a: &a x\nb: [${Array(times).fill('*a').join(', ')}]\n`
const nested = (open: string, close: string, depth: number) =>
  `a: ${open.repeat(depth)}x${close.repeat(depth)}\n`
const levels = [...'bcdefghi'].map((name, index) => {
  return `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[index]}`).join(', ')}]\n`
})
const deep = 'This is nested more than 32 levels deep.'
const many =
  'Values that begin with * stand for other values, and these add up to too many. Write the values out.'

/** Problems of YAML itself, in the order of its lines: each a whole one, or its beginning. */
const told: [name: string, yaml: string, problems: string[]][] = [
  ...refused.map(([name, yaml, problem]): [string, string, string[]] => [name, yaml, [problem]]),
  [
    'several independent errors, and not for their consequences',
    'a: b: c\nd: @e\nf: [g]\nh: i: j: k\nl: "\\m"\n  n: o\n',
    ['1:4 bad-yaml', '2:4 bad-yaml', '4:4 bad-yaml', '5:5 bad-yaml'],
  ],
  [
    'a text that ends at a #',
    'a: Fix issue #12\n',
    [
      '1:14 cut-text Everything after # is a comment, not part of the text. Put quotes around it: "Fix issue #12"',
    ],
  ],
  [
    'a text that begins with a #',
    'a: #1 tip\n',
    ['1:4 cut-text Everything after # is a comment, not part of the text. Put quotes around it: "#1 tip"'],
  ],
  ...[
    'a: b # a comment\n',
    '# one\na: b\n#two\n',
    'a: "b" #c\n',
    'a: b#c\n',
    'a: &x b\nc: *x\n',
    'a:\n  #none yet\n',
  ].map((yaml): [string, string, string[]] => [`nothing in ${JSON.stringify(yaml)}`, yaml, []]),
  ['no value that is repeated 99 times', anchors(99), []],
  ['a value that is repeated 100 times', anchors(100), ['1:4 bad-yaml', `2:5 bad-yaml ${many}`]],
  ['aliases that multiply into millions', `a: &a [x, x, x]\n${levels.join('')}`, [`2:8 bad-yaml ${many}`]],
  ['no lists in 31 others', nested('[', ']', 31), []],
  ['lists in 32 others', nested('[', ']', 32), ['1:']],
  ['no mappings in 31 others', nested('{ a: ', '}', 31), []],
  ['mappings in 32 others', nested('{ a: ', '}', 32), ['1:']],
  ['20,000 lists that are not closed', `a:\n  ${'['.repeat(20_000)}\n`, ['']],
  ['20,000 mappings that are not closed', `a:\n  ${'{a: '.repeat(20_000)}\n`, ['']],
  ['20,000 lists in lines', `a:\n  ${'- '.repeat(20_000)}\n`, ['']],
  ['20,000 lists', `a:\n  ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`, ['']],
]

describe('galley check refuses YAML for', () => {
  let place: Workspace
  let problems: ReportedProblem[]
  beforeAll(async () => {
    const files = told.flatMap(([, yaml], i) => [
      [`w${i}/tags.yml`, yaml],
      [`w${i}/posts/a.md`, postFile()],
    ])
    place = await workspace(Object.fromEntries(files))
    problems = await reportedProblems(place.dir)
  })
  afterAll(() => place.remove())

  test.each(told.map(([name, , expected], i) => [name, expected, i] as const))('%s', (_, expected, i) => {
    const ofYaml = ['bad-yaml', 'duplicate-key', 'cut-text', 'too-complex']
    const lines = problems
      .filter(({ file, code }) => file === `w${i}/tags.yml` && ofYaml.includes(code))
      .map(
        ({ line, column, code, message, hint }) =>
          `${line}:${column} ${code} ${message}${hint ? ` ${hint}` : ''}`,
      )
    expect(lines).toEqual(
      expected.map((start) =>
        expect.stringMatching(new RegExp(`^${start.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}`)),
      ),
    )
    if (expected[0] === '') expect(lines[0]).toContain(deep)
  })
})

describe('front matter', () => {
  let place: Workspace
  afterAll(() => place?.remove())

  test('keeps values as written: numbers, dates and words are text, in any style of YAML', async () => {
    const written =
      'number: 2026|zeros: 007|decimal: 1.10|flag: true|date: 2026-05-31|no: no|hex: 0x10'.split('|')
    const styles = [
      'bar: |',
      '  one',
      '  two',
      'folded: >-',
      '  one',
      '  two',
      'quoted: "f: g" # a comment',
      'empty:',
      'tilde: ~',
      'none: null',
      'text: "null"',
    ]
    const names = [...written, ...styles].flatMap((line) => /^(\w+):/.exec(line)?.[1] ?? [])
    const fields = names.map((name) => `  ${name}: { type: string }\n`)
    place = await workspace({
      'w/workspace.yml': `fields:\n${fields.join('')}`,
      'w/posts/a.md': postFile({ fields: [...written, ...styles].map((line) => `\n  ${line}`).join('') }),
    })
    expect((await place.build()).written).toBe(true)
    const { post } = await get(place, 'w/posts/a')
    expect(post.fields).toEqual({
      ...{
        number: '2026',
        zeros: '007',
        decimal: '1.10',
        flag: 'true',
        date: '2026-05-31',
        no: 'no',
        hex: '0x10',
      },
      ...{
        bar: 'one\ntwo\n',
        folded: 'one two',
        quoted: 'f: g',
        empty: null,
        tilde: null,
        none: null,
        text: 'null',
      },
    })
  })

  test.each([
    ['a fence with blanks behind it', '---\ntitle: A\ntitel: B\n--- \t\nText\n', 'unknown-key'],
    ['the text, if a fence is missing', '---\ntitle: A\ntags : [b]\n\nText\n', '5 unterminated-fence'],
  ])('ends at %s', async (_, text, expected) => {
    const own = await workspace({ 'w/posts/a.md': text })
    try {
      const lines = (await reportedProblems(own.dir)).map(({ line, code }) => `${line} ${code}`)
      expect(lines.join(', ')).toContain(expected)
      expect(lines.filter((line) => line.endsWith('unterminated-fence')).join()).toBe(
        expected.endsWith('fence') ? expected : '',
      )
    } finally {
      own.remove()
    }
  })
})

test('what depends on a setting that cannot be read is not checked', async () => {
  const files = (settings: string) => ({
    'w/workspace.yml': settings,
    'w/posts/a.md': postFile({ fields: '{ colour: red }' }),
  })
  const own = await workspace(files('fields: @none\nname: A\n'))
  const codes = async () => (await reportedProblems(own.dir)).map(({ file, code }) => `${file} ${code}`)
  try {
    expect(await codes()).toEqual(expect.arrayContaining(['w/workspace.yml bad-yaml']))
    expect(await codes()).not.toContain('w/posts/a.md unknown-key')
    own.write(files('fields: { size: { type: string } }\nname: @none\n'))
    expect(await codes()).toContain('w/posts/a.md unknown-key')
  } finally {
    own.remove()
  }
})

test.each([
  ['lines of a list', 'tags:\n', '- a\n'],
  ['a list in one line', 'tags: [', 'a, ', 'a]\n'],
  ['keys', '', 'k# : a\n'],
  ['blanks', 'a: ', ' ', 'b: c'],
  ['words', 'a: ', 'b ', '# c'],
  ['quotes', 'a: ', "''", ''],
  ['empty lines', 'a:\n', '\n', '- b'],
])('%s are checked in linear time', { tags: 'nightly' }, async (_, head, repeated, tail = '') => {
  const checking = async (times: number) => {
    const lines = Array.from({ length: times }, (_, i) => repeated.replace('# ', String(i)))
    return workspace({ 'w/tags.yml': `${head}${lines.join('')}${tail}` })
  }
  const [much, little] = [await checking(20_000), await checking(2_000)]
  try {
    const work = (place: Workspace) => () => ran(['check', '--content', place.dir])
    // Quadratic work would take a hundred times as long.
    expect(await timesAsLong(work(much), work(little), 50)).toBeLessThan(50)
  } finally {
    much.remove()
    little.remove()
  }
})
