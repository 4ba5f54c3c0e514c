// The page of shortcuts and the code name each other, so that whoever reads one finds the other.
import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { read } from './guide.ts'

const page = 'docs/design/shortcuts.md'
/** The files in the first cell of each row: those that have the shortcut. */
const files = read(page)
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...line.split(' | ')[0]!.matchAll(/\]\((\.\.\/[^)]+)\)/g)])
  .map(([, path]) => posix.join(posix.dirname(page), path!))

test('there are some', () => {
  expect(files.length).toBeGreaterThan(9)
})

test.each(files)('%s names the page in its first comment', (path) => {
  const [first] = /^(?:\/\/.*\n)+/.exec(read(path)) ?? []
  expect(first).toContain(page)
})
