// What a shared store may reply: what is left of each window that was asked, or the time. Each reply is looked at by itself.
import { describe, expect, test } from 'vitest'
import { AnswerError } from '../../api/_app/limit/answer.ts'
import { countsIn, timeIn, type Window } from '../../api/_app/limit/script.ts'

const client: Window = { key: 'client:a', limit: { requests: 50, window: 10_000 } }
const workspace: Window = { key: 'workspace:a', limit: { requests: 200, window: 60_000 } }
const now = 65_000

const of = (remaining: number, windowEnd: number) => ({ allowed: true, remaining, windowEnd })
const refusal = (windowEnd: number) => ({ allowed: false, remaining: 0, windowEnd })

describe('a reply on one window', () => {
  test.each([
    [[199], [of(199, 120_000)]],
    [[0], [of(0, 120_000)]],
    [[-1], [refusal(120_000)]],
  ])('may be %j', (reply, counts) => {
    expect(countsIn(reply, [workspace], now)).toEqual(counts)
  })

  test.each<[unknown]>([
    [null],
    ['199'],
    [{}],
    [[]],
    [[199, 200]],
    [[-1, -1]],
    [[199, -1]],
    [[200]],
    [[-2]],
    [[1.5]],
    [['199']],
    [[Number.NaN]],
    [['time', now]],
  ])('is none when it is %j', (reply) => {
    expect(() => countsIn(reply, [workspace], now)).toThrow(AnswerError)
  })
})

describe('a reply on two windows', () => {
  test.each([
    [
      [49, 199],
      [of(49, 70_000), of(199, 120_000)],
    ],
    [
      [49, -1],
      [of(49, 70_000), refusal(120_000)],
    ],
    [
      [-1, 199],
      [refusal(70_000), of(199, 120_000)],
    ],
    [
      [-1, -1],
      [refusal(70_000), refusal(120_000)],
    ],
  ])('may be %j', (reply, counts) => {
    expect(countsIn(reply, [client, workspace], now)).toEqual(counts)
  })

  test.each([[[49]], [[-1]], [[50, 199]], [[49, 200]], [[-2, 199]], [[49, 199, -1]], [[49, 199, 0]]])(
    'is none when it is %j',
    (reply) => {
      expect(() => countsIn(reply, [client, workspace], now)).toThrow(AnswerError)
    },
  )
})

test('a time is a whole number that stands behind the word', () => {
  expect(timeIn(['time', now])).toBe(now)
  for (const reply of [null, [], ['time'], ['time', 'soon'], ['time', 1.5], [now], [199, 200]]) {
    expect(timeIn(reply)).toBeUndefined()
  }
})
