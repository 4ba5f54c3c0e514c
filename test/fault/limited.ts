// An app whose limiter is in trouble, and what holds of its every reply all the same.
import { afterEach, beforeEach, expect } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import type { Backing } from '../../api/_app/limit/backend.ts'
import type { Decision } from '../../api/_app/limit/decision.ts'
import { createLimiter, defaultDeadline, type Limiter } from '../../api/_app/limit/limiter.ts'
import type { Limits } from '../../api/_app/limit/limits.ts'
import { type Answer, ask } from '../contract/ask.ts'
import type { Site } from '../contract/site.ts'

export interface Limited {
  app: App
  limiter: Limiter
  /** What the limiter decided, in turn. */
  decisions: Decision[]
  /** What the operator is told. */
  log: string[]
  /** One request, and its reply looked at. */
  get(target?: string, headers?: Record<string, string>): Promise<Answer>
}

const opened: Limiter[] = []
const unhandled: unknown[] = []
const collect = (reason: unknown) => unhandled.push(reason)

beforeEach(() => {
  process.on('unhandledRejection', collect)
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((limiter) => limiter.close()))
  // A rejection nobody handles is told of one turn later.
  await new Promise(setImmediate)
  process.off('unhandledRejection', collect)
  expect(unhandled.splice(0)).toEqual([])
})

export function limited(site: Site, backing: Backing, limits: Limits, deadline = defaultDeadline): Limited {
  const log: string[] = []
  const decisions: Decision[] = []
  const limiter = createLimiter({ limits, backing, log: (line) => log.push(line), deadline })
  opened.push(limiter)
  const watched: Limiter = {
    backend: limiter.backend,
    get degraded() {
      return limiter.degraded
    },
    async check(tier, id) {
      const decision = await limiter.check(tier, id)
      if (decision !== null) decisions.push(decision)
      return decision
    },
    close: () => limiter.close(),
  }
  const app = site.app({ limiter: watched, now: Date.now, log: (line) => log.push(line) })
  const get = async (target = '/v1/demo/categories', headers = {}) => {
    const answer = await ask(app, 'GET', target, headers)
    expectPromise(answer)
    return answer
  }
  return { app, limiter, decisions, log, get }
}

/** No 5xx, integer headers, and a 429 only with a time to come back. */
export function expectPromise({ status, headers }: Pick<Answer, 'status' | 'headers'>): void {
  expect(status).toBeLessThan(500)
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect([name, headers[name]]).toEqual([name, expect.stringMatching(/^\d+$/)])
  }
  if (status === 429) expect(headers['Retry-After']).toMatch(/^[1-9]\d*$/)
}
