// Memory for what is read in several steps.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Room } from '../../snapshot/read/snapshots.ts'

test('parts do not touch each other until the room is cleared, and then the same memory is used again', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 12 })
  const property = fc.property(lengths, lengths, (first, second) => {
    const room = new Room()
    const filled = (lengths: readonly number[]) => lengths.map((length, i) => room.take(length).fill(i + 1))
    for (const lengths of [first, second]) {
      room.clear()
      const parts = filled(lengths)
      expect(parts.map((part) => [...part])).toEqual(
        lengths.map((length, i) => Array.from({ length }, () => i + 1)),
      )
    }
    room.clear()
    const before = filled(second)
    room.clear()
    expect(filled(second).at(-1)!.buffer).toBe(before.at(-1)!.buffer)
  })
  fc.assert(property, { numRuns: 100 })
  const room = new Room()
  const memory = () => new Set(Array.from({ length: 1_000 }, () => room.take(10).buffer)).size
  expect(memory()).toBeLessThan(13)
  room.clear()
  expect(memory()).toBeLessThan(3)
})
