// Problems: values that are gathered, sorted and printed.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { capped, suggestionBudget } from '../../build/problems/cap.ts'
import { locationOfLine, locator, WHOLE_FILE } from '../../build/problems/location.ts'
import { inOrder, type Mistake, problemAt, quoted } from '../../build/problems/problem.ts'
import { readFailure } from '../../build/problems/read-failure.ts'
import { lineReader } from '../../build/problems/source-lines.ts'
import { problemLine } from '../support/problem-line.ts'

const at = (file: string, line: number, column: number) =>
  problemAt(file, { line, column, length: 1 }, { code: 'bad-yaml', message: 'Wrong.' })

test('problems are sorted by file, line and column', () => {
  const sorted = [at('a.md', 1, 1), at('a.md', 2, 3), at('a.md', 2, 11), at('a.md', 10, 1), at('b.md', 1, 1)]
  expect(inOrder(sorted.toReversed())).toEqual(sorted)
})

test('files are sorted in code point order', () => {
  const files = ['B.md', 'a.md', 'ä.md', 'ﬀ.md', '😀.md']
  expect(inOrder(files.toReversed().map((file) => at(file, 1, 1))).map(({ file }) => file)).toEqual(files)
})

test('a problem is one line: where, how bad, its name, what is wrong and what to write', () => {
  const mistake: Mistake = {
    code: 'unknown-tag',
    message: 'There is no tag "javscript".',
    hint: 'Did you mean "javascript"?',
  }
  expect(
    problemLine(problemAt('content/demo/posts/hello.md', { line: 4, column: 8, length: 1 }, mistake)),
  ).toBe(
    'content/demo/posts/hello.md:4:8  error  unknown-tag  There is no tag "javscript". Did you mean "javascript"?',
  )
  expect(
    problemLine(
      problemAt(
        'a\n.md',
        { line: 1, column: 1, length: 1 },
        { code: 'bad-yaml', severity: 'warning', message: '\u001b[2J \u202e' },
      ),
    ),
  ).toBe('a\\x0a.md:1:1  warning  bad-yaml  \\x1b[2J \\u202e')
})

test('long quoted values are shortened', () => {
  expect(quoted('short')).toBe('"short"')
  expect(quoted('😀'.repeat(1000))).toBe(`"${'😀'.repeat(60)}…"`)
  expect(quoted('é'.repeat(60))).toBe(`"${'é'.repeat(60)}"`)
  expect(quoted('é'.repeat(61))).toBe(`"${'é'.repeat(60)}…"`)
})

test('long messages and hints are cut between characters', () => {
  const of = (message: string) => problemAt('a.md', WHOLE_FILE, { code: 'bad-yaml', message, hint: message })
  for (const [message, told] of [
    ['x'.repeat(1_000), 'x'.repeat(1_000)],
    ['x'.repeat(1_001), `${'x'.repeat(1_000)}…`],
    [`${'x'.repeat(999)}😀y`, `${'x'.repeat(999)}…`],
    [`${'x'.repeat(998)}😀y`, `${'x'.repeat(998)}😀…`],
  ] as const) {
    expect(of(message)).toMatchObject({ message: told, hint: told })
  }
})

test('of a kind of problem, a hundred in a file are reported, and how many more there are', () => {
  const some = (count: number, file: string, more: Partial<Mistake> = {}) =>
    Array.from({ length: count }, (_, line) =>
      problemAt(file, { line, column: 1, length: 1 }, { code: 'bad-yaml', message: String(line), ...more }),
    )
  const all = [some(100, 'a.md'), some(101, 'b.md'), some(250, 'c.md', { hint: 'Write it.' })]
  const other = some(5, 'c.md', { code: 'bad-date' })
  const told = capped([...all.flat(), ...other])
  expect(told.map(({ file, code }) => `${code} ${file}`)).toEqual(
    [...all.flatMap((one) => one.slice(0, 100)), ...other].map(({ file, code }) => `${code} ${file}`),
  )
  expect([99, 198, 199, 299].map((at) => told[at]!.hint)).toEqual([
    '',
    '',
    'And 1 more like it in this file.',
    'Write it. And 150 more like it in this file.',
  ])
  expect(told.filter(({ hint }) => hint.includes('more like it'))).toHaveLength(2)
})

test('a hundred suggestions are made for a file, and a thousand for a workspace', () => {
  const has = suggestionBudget()
  const made = (file: string, times: number) =>
    Array.from({ length: times }, () => has(file)).filter(Boolean).length
  expect(made('a', 150)).toBe(100)
  expect(Array.from({ length: 8 }, (_, at) => made(`b${at}`, 100))).toEqual(Array(8).fill(100))
  expect([made('c', 60), made('d', 60), made('e', 5)]).toEqual([60, 40, 0])
})

test('a line is given as it is in its file, whatever ends it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'galley-lines-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [one, two] = [join(folder, 'one'), join(folder, 'two')]
  writeFileSync(one, '\ufefffirst\r\nsecond\rthird\n\n fifth \nlast')
  writeFileSync(two, Buffer.from('caf\xe9\n', 'latin1'))
  const lineOf = lineReader()
  const line = (file: string, line: number, length = 1) =>
    lineOf(problemAt(file, { line, column: 1, length }, { code: 'bad-yaml', message: '' }))
  expect([1, 1, 2, 3, 4, 5, 5, 6, 7].map((number) => line(one, number))).toEqual([
    ...['first', 'first', 'second', 'third', '', ' fifth ', ' fifth ', 'last', undefined],
  ])
  expect([line(two, 1), line(two, 2), line(two, 3)]).toEqual(['caf\ufffd', '', undefined])
  expect([line(one, 3), line(one, 3, 0), line(join(folder, 'none'), 1)]).toEqual([
    'third',
    undefined,
    undefined,
  ])
})

test('a file that cannot be read to its end is told with the first line of the reason', () => {
  expect(problemLine(readFailure('a.md', new RangeError('Too deep\nat x')))).toBe(
    'a.md:1:1  error  too-complex  Reading this file failed: "Too deep". Split it, or look for long runs of brackets, quotes, asterisks or other symbols.',
  )
  expect(readFailure('a.md', 'why').message).toBe('Reading this file failed: "why".')
})

test('the place of a line is its text without indentation', () => {
  const text = 'a\r\n  bc \r\rd\n'
  expect([1, 2, 3, 4, 5, 9].map((line) => locationOfLine(text, line))).toEqual([
    { line: 1, column: 1, length: 1 },
    { line: 2, column: 3, length: 2 },
    { line: 3, column: 1, length: 1 },
    { line: 4, column: 1, length: 1 },
    { line: 5, column: 1, length: 1 },
    { line: 9, column: 1, length: 1 },
  ])
})

test('of what goes over several lines, the part in the first is meant, without spaces at its end', () => {
  const placeAt = locator('one two  \r\nthree')
  expect([placeAt(4, 3), placeAt(4, 9), placeAt(4, 0), placeAt(7, 5), placeAt(11, 99)]).toEqual([
    { line: 1, column: 5, length: 3 },
    { line: 1, column: 5, length: 3 },
    { line: 1, column: 5, length: 1 },
    { line: 1, column: 8, length: 1 },
    { line: 2, column: 1, length: 5 },
  ])
})

test('locations are counted from 1, and every kind of line end ends a line', () => {
  const text = 'ab\ncd\r\nef\rgh'
  expect([0, 1, 3, 7, 8, 10].map((offset) => locator(text)(offset))).toEqual([
    { line: 1, column: 1, length: 1 },
    { line: 1, column: 2, length: 1 },
    { line: 2, column: 1, length: 1 },
    { line: 3, column: 1, length: 1 },
    { line: 3, column: 2, length: 1 },
    { line: 4, column: 1, length: 1 },
  ])
  const placeAt = locator(text)
  expect([10, 8, 0, 3, 11].map((offset) => placeAt(offset).line)).toEqual([4, 3, 1, 2, 4])
})
