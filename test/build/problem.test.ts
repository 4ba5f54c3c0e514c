// Problems: values that are gathered, sorted and printed.
import { expect, test } from 'vitest'
import { locator } from '../../build/problems/location.ts'
import { inOrder, type Mistake, problemAt, problemLine, quoted } from '../../build/problems/problem.ts'

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
