// Lists that are sorted in turns come out as if they were sorted at once, whatever their length, and so do scores that are close.

import { expect, test } from 'vitest'
import { sorted, sortedNumbers } from '../../packages/search/basics/sort.ts'
import { byRelevance } from '../../packages/search/index.ts'
import { seeded } from '../bench/words.ts'
import { noTurn } from '../support/turn.ts'

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
    expect([...(await sorted(numbers, compare, noTurn))]).toEqual(expected)
  },
)

test.each([0, 1, ...around(32 * run), ...around(64 * run), 80 * run])('%i scores ascend', async (length) => {
  const random = seeded(length)
  const numbers = Float64Array.from({ length }, () => random() * 1e6)
  const expected = numbers.toSorted()
  const found = await sortedNumbers(numbers, noTurn)
  expect(found.length).toBe(length)
  expect(found.every((one, index) => one === expected[index])).toBe(true)
})

/** By what part of a score one differs from the next: by rounding, by little more, and around what fits beside places in a list. */
const steps = [
  0,
  2 ** -52,
  2 ** -51,
  1e-13,
  0.99e-12,
  1.01e-12,
  1e-11,
  ...[45, 40, 36, 32, 31, 30, 21, 20, 11, 10, 3].map((bits) => 2 ** -bits),
]

test.each([2, 3, 4, 5, 16, 17, 100, 1_024, 1_025, 3_000])(
  '%i posts come best first, in list order where scores differ by rounding',
  async (length) => {
    const random = seeded(length)
    const pick = (values: readonly number[]) => values[Math.floor(random() * values.length)]!
    const scores = new Float64Array(2 * length + 3)
    const posts = Uint32Array.from({ length }, (_, index) => 2 * index + 3 - (index % 2))
    for (const [i, post] of posts.entries()) {
      const known =
        i > 0 && random() < 0.7
          ? scores[posts[Math.floor(random() * i)]!]!
          : random() * pick([0, 1, 1e-3, 50])
      scores[post] = known * (1 + pick(steps) * pick([1, -1]))
    }
    const expected = [...posts].sort((a, b) => scores[b]! - scores[a]! || a - b)
    for (let from = 0, to = 1; to <= length; to++) {
      const [last, next] = [scores[expected[to - 1]!]!, scores[expected[to]!]!]
      if (to < length && last - next <= 1e-12 * last) continue
      expected.splice(from, to - from, ...expected.slice(from, to).sort((a, b) => a - b))
      from = to
    }
    expect([...(await byRelevance(posts, scores, noTurn))]).toEqual(expected)
  },
)
