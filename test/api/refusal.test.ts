// 429: its body and headers. fault/limit-replies proves, for every store, that their promises are kept.
import { describe, expect, test } from 'vitest'
import { ask } from '../support/ask.ts'
import { now } from '../support/fixture.ts'
import { routes } from '../support/routes.ts'
import { site } from '../support/site.ts'

const { app } = site()

const cheap = '/v1/demo/nope'

/** An app with a movable clock, and a way to use up its quota. */
function clocked(start: number) {
  const clock = { now: start }
  const one = app({ now: () => clock.now })
  const get = (target: string) => ask(one, 'GET', target)
  const refusal = async (target: string) => {
    let answer = await get(target)
    while (answer.status !== 429) answer = await get(target)
    return answer
  }
  return { clock, get, refusal }
}

describe('a refused request', () => {
  test('is told so in the contract’s words', async () => {
    const { refusal } = clocked(now)
    const { headers, json } = await refusal(cheap)
    expect(json).toEqual({
      error: 'Too many requests',
      message: expect.any(String),
      details: { message: json.message, statusCode: 429 },
    })
    expect(headers['Content-Type']).toMatch(/^application\/json(;|$)/)
    expect(headers).toMatchObject({
      'X-RateLimit-Limit': '200',
      'X-RateLimit-Remaining': '0',
      'Cache-Control': 'no-store',
    })
  })

  test('is told to retry after the time of the reset', async () => {
    const { headers, json } = await clocked(now + 1234).refusal(cheap)
    const second = Number(headers['X-RateLimit-Reset'])
    expect(json.details.message).toMatch(/retry after/i)
    expect(json.details.message).toContain(new Date(second * 1000).toISOString())
  })

  test.each(routes)('may be any: %s', async (path) => {
    const { get, refusal } = clocked(now)
    await refusal(cheap)
    expect((await get(`/v1/demo${path}`)).status).toBe(429)
  })

  test('may be one outside of workspaces', async () => {
    const { headers, json } = await clocked(now).refusal('/v1/nokey/posts')
    expect(headers).toMatchObject({ 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': '0' })
    expect(json.details.statusCode).toBe(429)
  })
})
