// 429: its body, and the promise of X-RateLimit-Reset and Retry-After.
import { describe, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { now } from './fixture.ts'
import { routes } from './routes.ts'
import { site } from './site.ts'

const { app } = site()

const cheap = '/v1/demo/nope'

/** An app whose clock can be moved, and a way to spend all it has. */
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

describe('the reset', () => {
  const phases = [0, 777, 5_000, 9_950, 9_999]

  test.each(
    phases.flatMap(
      (phase) =>
        [
          [phase, cheap],
          [phase, '/nope'],
        ] as const,
    ),
  )('is a second at which a request is admitted, drained at %i ms with %s', async (phase, target) => {
    const { clock, get, refusal } = clocked(now + phase)
    const { headers } = await refusal(target)
    clock.now = Number(headers['X-RateLimit-Reset']) * 1000
    expect(clock.now).toBeGreaterThan(now + phase)
    expect((await get(target)).status).not.toBe(429)
  })

  test.each(phases)('is promised before the quota is spent, too, at %i ms', async (phase) => {
    const { clock, get, refusal } = clocked(now + phase)
    const early = Number((await get(cheap)).headers['X-RateLimit-Reset'])
    await refusal(cheap)
    clock.now = early * 1000
    expect((await get(cheap)).status).not.toBe(429)
  })

  test.each(phases)('and Retry-After name the same instant at %i ms', async (phase) => {
    const { clock, refusal } = clocked(now + phase)
    const { headers } = await refusal(cheap)
    const wait = Number(headers['Retry-After'])
    expect(wait).toBeGreaterThanOrEqual(1)
    expect(Math.floor(clock.now / 1000 + wait)).toBe(Number(headers['X-RateLimit-Reset']))
  })
})
