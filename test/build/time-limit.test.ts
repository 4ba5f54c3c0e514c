// Work that takes too long is stopped, and nothing else is.
import { expect, test } from 'vitest'
import { eachWithinCpuTime, runWithin, runWithinCpuTime } from '../../build/isolation/time-limit.ts'
import { timeLimit } from '../../build/isolation/work-limits.ts'
import { guarded, guardedEach } from '../../build/parse/yaml-file.ts'
import { readFailure } from '../../build/problems/read-failure.ts'

const forever = () => {
  for (;;);
}

test('work that ends is done once, and its own errors are its own', () => {
  let times = 0
  expect(runWithin(60_000, () => void times++)).toBe(true)
  expect(runWithinCpuTime(60_000, () => void times++)).toBe(true)
  expect(times).toBe(2)
  for (const run of [runWithin, runWithinCpuTime]) {
    expect(() =>
      run(60_000, () => {
        throw new RangeError('Its own.')
      }),
    ).toThrow('Its own.')
  }
})

test('work that does not end is stopped', () => {
  expect(runWithin(5, forever)).toBe(false)
  expect(runWithinCpuTime(5, forever)).toBe(false)
  // What comes next is not.
  expect(runWithin(60_000, () => {})).toBe(true)
})

test('of several things, those are told that are stopped, and all others are done', () => {
  const done: number[] = []
  expect(
    eachWithinCpuTime(
      [1, 2, 3],
      () => 60_000,
      (item) => void done.push(item),
    ),
  ).toEqual([])
  expect(done).toEqual([1, 2, 3])
  expect(eachWithinCpuTime([], () => 60_000, forever)).toEqual([])
})

test('a file may take a second, and one more for each megabyte', () => {
  expect([0, 1, 1_000, 1_001, 5_000_000].map(timeLimit)).toEqual([1_000, 1_001, 1_001, 1_002, 6_000])
})

test('a file that cannot be read to the end is told, and the others are read', () => {
  const files = ['a', 'b', 'c'].map((name) => ({ path: name, displayPath: name, relativePath: name }))
  const read = ({ relativePath }: { relativePath: string }) => {
    if (relativePath === 'b') throw new RangeError('Its own.\nMore.')
    return { value: relativePath, problems: [] }
  }
  const failed = { value: undefined, problems: [readFailure('b', 'Its own.')] }
  const all = [{ value: 'a', problems: [] }, failed, { value: 'c', problems: [] }]
  expect(guardedEach(files, read)).toEqual(all)
  expect(files.map((file) => guarded(file, () => read(file)))).toEqual(all)
})
