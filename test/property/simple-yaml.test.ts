// YAML of the simplest forms is read in one pass: to the same values at the same places as by the parser that knows all of it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnyYaml, parseYaml } from '../../build/parse/yaml/parse.ts'
import { simpleEntries } from '../../build/parse/yaml/simple.ts'
import { anyCharacter } from '../support/characters.ts'
import { fixed, tries } from './tries.ts'

/** Whether YAML is simple. If it is, both ways of reading it agree, wherever it is in a file. */
function isSimple(yaml: string): boolean {
  if (!simpleEntries(yaml)) return false
  const text = `---\n${yaml}\n---\n`
  const source = { name: 'The front matter', file: 'post.md', text, yaml, start: 4 }
  const [{ value, problems }, any] = [parseYaml(source), parseAnyYaml(source)]
  expect(problems).toEqual(any.problems)
  expect(value!.value).toStrictEqual(any.value!.value)
  const keys = Object.keys(Object(any.value!.value))
  expect(Object.keys(Object(value!.value))).toEqual(keys)
  const paths = [...keys, 'missing'].flatMap((key) => [
    [key],
    [key, 0],
    [key, 1],
    [key, 9],
    [key, 'x'],
    [key, 0, 'x'],
    ['fields', key],
    ['fields', key, 0],
    ['fields', key, 'x'],
    ...Object.keys(Object((any.value!.value as Record<string, unknown>)[key])).flatMap((inner) => [
      [key, inner],
      [key, inner, 0],
      [key, inner, 'x'],
    ]),
  ])
  for (const path of [[], ...paths]) {
    expect(value!.locationOf(path), JSON.stringify(path)).toEqual(any.value!.locationOf(path))
    expect(value!.keyLocationOf(path), JSON.stringify(path)).toEqual(any.value!.keyLocationOf(path))
  }
  return true
}

const SIGNS =
  '- ? : , [ ] { } # & * ! | > \' " % @ ` ~ null Null nULL \\ = . 1 07 -1 a é 日 😀 a:b b#c --- ... <<'.split(
    ' ',
  )
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...SIGNS,
        ' ',
        '  ',
        '\t',
        '\u00a0',
        '\u0085',
        '\u2028',
        '\ufeff',
        '\r',
        'x y',
        ': ',
        ' #',
        ':a',
      ),
      fc.string({ unit: anyCharacter, maxLength: 2 }),
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))
const word = fc.constantFrom(
  'a',
  'some words',
  "it's",
  'C# 12',
  'a:b',
  '-1',
  '2026-05-31T09:00:00Z',
  '~',
  'null',
  '',
)
const scalar = fc.oneof(
  word,
  word,
  text,
  text.map((one) => `"${one}"`),
  text.map((one) => `'${one}'`),
)
const list = fc.array(fc.oneof(scalar, fc.constantFrom(' ', '')), { maxLength: 4 })
const value = fc.oneof(
  scalar.map((one) => ` ${one}`),
  scalar.map((one) => `  ${one} `),
  list.map((items) => ` [${items.join(', ')}]`),
  list.map((items) => ` [ ${items.join(',')} ] `),
  fc
    .tuple(fc.constantFrom('', '  ', '    ', '\t'), fc.constantFrom(' ', '  ', ''), list)
    .map(([indent, gap, items]) => items.map((item) => `\n${indent}-${gap}${item}`).join('')),
  list.map((items) => items.map((item, index) => `\n${' '.repeat(index)}- ${item}`).join('')),
  text,
)
const key = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'title',
    'null',
    'Null',
    '__proto__',
    'x-y_z',
    'k'.repeat(1_100),
    '"a"',
    'a b',
    '?',
    '-',
  ),
  text,
)
/** Entries below a key. */
const inner = fc
  .tuple(
    fc.constantFrom(' ', '  ', '  ', '  ', '    '),
    fc.array(
      fc.tuple(
        fc.constantFrom('', '', '', '', '', ' '),
        fc.oneof(fc.constantFrom('a', 'b', 'layout'), key),
        value,
      ),
      { maxLength: 3 },
    ),
  )
  .map(([indent, all]) => all.map(([more, name, written]) => `\n${indent}${more}${name}:${written}`).join(''))
const line = fc.oneof(
  fc.tuple(fc.constantFrom('fields', 'f'), inner).map(([name, written]) => `${name}:${written}`),
  fc.tuple(fc.constantFrom('a', 'b', 'c', 'd', 'e'), value).map(([name, written]) => `${name}:${written}`),
  fc.tuple(key, value).map(([name, written]) => `${name}:${written}`),
  fc.constantFrom(
    '',
    '',
    ' ',
    '# a comment',
    '  indented',
    '- item',
    '---',
    '...',
    '%YAML 1.2',
    '{ a: b }',
    'a:',
    'b: ',
  ),
)
const yaml = fc
  .tuple(
    fc.array(line, { maxLength: 5 }),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.constantFrom('', '\n'),
  )
  .map(([lines, end, last]) => lines.join(end) + last)

test('whatever it is', () => {
  let simple = 0
  const numRuns = tries(24_000)
  fc.assert(
    fc.property(yaml, (one) => {
      if (isSimple(one)) simple++
    }),
    { numRuns },
  )
  expect(simple).toBeGreaterThan(numRuns / 50)
})

fixed.each([
  'title: Hello\npublishedAt: 2026-05-31T09:00:00Z\ntags: [a, b]\nauthors: [ada]\n',
  'title: "It\'s here"\ntags:\n  - a\n  - b c\ndraft: true\nempty:\n',
  'a: b\r\nc:\r\n- d\r\n- e',
  "a: ''\nb: []\nc: ~",
  'title: A\nfields:\n  layout: post\n  tags: [x, "y z"]\n\n  last: 2\nslug: a\n',
])('%j is simple', (one) => {
  expect(isSimple(one)).toBe(true)
})

fixed('most of the posts that are shipped are simple', () => {
  const posts = join(import.meta.dirname, '../../content/demo/posts')
  const files = readdirSync(posts, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.md'),
  )
  const simple = files.filter((name) =>
    isSimple(/^---\n(.*?)\n---/s.exec(readFileSync(join(posts, name), 'utf8'))![1]!),
  )
  expect(simple.length).toBeGreaterThan(files.length / 2)
})
