// An app whose limiter is in trouble, and what holds for every reply all the same. An unhandled rejection
// fails the run by itself.
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import type { App } from '../../api/_app/app.ts'
import type { Backing } from '../../api/_app/limit/backend.ts'
import type { Decision, Limiter } from '../../api/_app/limit/decision.ts'
import { createLimiter, defaultDeadline } from '../../api/_app/limit/limiter.ts'
import type { Limits } from '../../api/_app/limit/limits.ts'
import { type Answer, ask } from '../support/ask.ts'
import type { Site } from '../support/site.ts'
import { anyClock as tolerance } from './stores.ts'

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

/** To be called in a test; closes its connections at the end of it. */
export function limited(site: Site, backing: Backing, limits: Limits, deadline = defaultDeadline): Limited {
  const log: string[] = []
  const decisions: Decision[] = []
  const limiter = createLimiter({ limits, backing, tolerance, log: (line) => log.push(line), deadline })
  onTestFinished(() => limiter.close())
  const watched: Limiter = {
    backend: limiter.backend,
    get degraded() {
      return limiter.degraded
    },
    async check(...request) {
      const decision = await limiter.check(...request)
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

/** Asks until the store decides again. */
export async function recovered({ limiter, decisions }: Limited): Promise<void> {
  while (decisions.at(-1)?.source === 'memory') {
    await pause(20)
    const decision = await limiter.check('workspace', 'demo')
    decisions.push(decision!)
  }
}

/** @returns how long the work took, in ms */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** No 5xx, integer headers, and a 429 only with a time to retry. */
export function expectPromise({ status, headers }: Pick<Answer, 'status' | 'headers'>): void {
  expect(status).toBeLessThan(500)
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect([name, headers[name]]).toEqual([name, expect.stringMatching(/^\d+$/)])
  }
  if (status === 429) expect(headers['Retry-After']).toMatch(/^[1-9]\d*$/)
}
