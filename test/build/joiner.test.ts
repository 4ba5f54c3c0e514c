// What is written together is joined in one memory, and is what it was.
import { expect, test } from 'vitest'
import { Joiner } from '../../build/memo/joiner.ts'

test('values are joined in the same memory, a single one not at all', () => {
  const joiner = new Joiner()
  const values = [5, 0, 300, 7].map((length, i) => new Uint8Array(length).fill(i + 1))
  const joined = joiner.join(values)
  expect(Buffer.compare(joined, Buffer.concat(values))).toBe(0)
  const again = joiner.join(values.slice(2))
  expect(Buffer.compare(again, Buffer.concat(values.slice(2)))).toBe(0)
  expect(again.buffer).toBe(joined.buffer)
  expect(joiner.join(values.slice(2, 3))).toBe(values[2])
  expect(joiner.join([])).toHaveLength(0)
  const large = [new Uint8Array(4_000).fill(9), ...values]
  expect(Buffer.compare(joiner.join(large), Buffer.concat(large))).toBe(0)
})
