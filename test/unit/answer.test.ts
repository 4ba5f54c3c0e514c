// What a shared store may answer: the script's reply, and what the library makes of it. Each is looked at by itself.
import { describe, expect, test } from 'vitest'
import { AnswerError, checkReply, countOf } from '../../api/_app/limit/answer.ts'

const limit = { requests: 200, window: 10_000 }

describe('a reply of the script', () => {
  test.each([[[199, 200]], [[0, 200]], [[-1, 200]]])('may be %j', (reply) => {
    expect(() => checkReply(reply, limit)).not.toThrow()
  })

  test.each<[unknown]>([
    [null],
    ['199'],
    [{}],
    [[]],
    [[199]],
    [[199, 100]],
    [[200, 200]],
    [[-2, 200]],
    [[1.5, 200]],
    [['199', 200]],
    [[Number.NaN, 200]],
  ])('is none when it is %j', (reply) => {
    expect(() => checkReply(reply, limit)).toThrow(AnswerError)
  })
})

describe('a decision of the library', () => {
  const decision = { success: true, limit: 200, remaining: 199, reset: 10_000 }

  test('is a count', () => {
    expect(countOf(decision, limit)).toEqual({ allowed: true, remaining: 199, windowEnd: 10_000 })
  })

  test.each([
    { success: 1 },
    { limit: 100 },
    { limit: 0, remaining: 0, reset: 0 },
    { remaining: -1 },
    { remaining: 201 },
    { remaining: 1.5 },
    { remaining: Number.NaN },
    { reset: Number.NaN },
    { reset: Number.POSITIVE_INFINITY },
    { reason: 'timeout' },
    { reason: 'cacheBlock' },
  ])('is none with %j', (wrong) => {
    expect(() => countOf({ ...decision, ...(wrong as object) }, limit)).toThrow(AnswerError)
  })
})
