// Lists that are sorted in turns come out as if they were sorted at once, whatever their length.
import { expect, test } from 'vitest'
import { sorted, sortedNumbers } from '../../api/_app/listing/sort.ts'
import { seeded } from '../bench/words.ts'

const around = (length: number) => [length - 1, length, length + 1]
const run = 2_048

test.each([0, 1, 2, ...around(run), ...around(2 * run), ...around(3 * run), 5 * run])(
  '%i posts keep the order of those that compare as equal',
  async (length) => {
    const random = seeded(length)
    const values = Array.from({ length }, () => Math.floor(random() * 100))
    const numbers = Uint32Array.from({ length }, (_, index) => index)
    const compare = (a: number, b: number) => values[b]! - values[a]!
    const expected = [...numbers].sort(compare)
    expect([...(await sorted(numbers, compare))]).toEqual(expected)
  },
)

test.each([0, 1, ...around(32 * run), ...around(64 * run), 80 * run])('%i scores ascend', async (length) => {
  const random = seeded(length)
  const numbers = Float64Array.from({ length }, () => random() * 1e6)
  const expected = numbers.toSorted()
  const found = await sortedNumbers(numbers)
  expect(found.length).toBe(length)
  expect(found.every((one, index) => one === expected[index])).toBe(true)
})
