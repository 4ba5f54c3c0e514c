// What a shared store may answer: the script's reply and the time, each tested separately.
import { describe, expect, test } from 'vitest'
import { AnswerError, checkReply } from '../../../api/_app/limit/shared-store/counter.ts'
import { timeIn } from '../../../api/_app/limit/shared-store/scripts.ts'

const limit = { requests: 200, window: 10_000 }
const now = 65_000

describe('a reply of the script', () => {
  const bounds = { least: -1, most: 199 }

  test.each([[[199, 200]], [[0, 200]], [[-1, 200]]])('may be %j', (reply) => {
    expect(() => checkReply(reply, limit, bounds)).not.toThrow()
  })

  test.each<[unknown]>([
    [null],
    ['199'],
    [{}],
    [[]],
    [[199]],
    [[199, 100]],
    [[199, 200, 200]],
    [[200, 200]],
    [[-2, 200]],
    [[1.5, 200]],
    [['199', 200]],
    [[Number.NaN, 200]],
    [['time', now]],
  ])('is none when it is %j', (reply) => {
    expect(() => checkReply(reply, limit, bounds)).toThrow(AnswerError)
  })

  test('is a whole number, whatever may be left', () => {
    const any = { least: Number.NEGATIVE_INFINITY, most: Number.POSITIVE_INFINITY }
    for (const left of [-300, 0, 300]) expect(() => checkReply([left, 200], limit, any)).not.toThrow()
    for (const left of [null, '1', 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => checkReply([left, 200], limit, any)).toThrow(AnswerError)
    }
  })
})

test('a time is a whole number that stands behind the word', () => {
  expect(timeIn(['time', now])).toBe(now)
  for (const reply of [null, [], ['time'], ['time', 'soon'], ['time', 1.5], [now], [199, 200]]) {
    expect(timeIn(reply)).toBeUndefined()
  }
})
