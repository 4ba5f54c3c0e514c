// Over its limit the function refuses exactly as `galley serve` does.
import assert from 'node:assert/strict'
import type { Checks } from '../support/checks.ts'
import type { Running } from './function.ts'
import { same } from './parity.ts'
import { type Answer, ask } from './wire.ts'

export const lowLimits = { workspace: 20, fallback: 5 }

/** @param built and `served` have admitted nothing yet, and admit `lowLimits` */
export async function checkLimits({ check }: Checks, built: Running, served: Running): Promise<void> {
  for (const [tier, target, status] of tiers) {
    await check(`the same request is the first one refused in the ${tier} tier`, async () => {
      const statuses = []
      for (let i = 0; i < lowLimits[tier] + 3; i++) {
        const exchange = { name: tier, target }
        const [one, other] = await Promise.all([ask(built.port, exchange), ask(served.port, exchange)])
        same(withoutSeconds(one), withoutSeconds(other))
        statuses.push(one.status)
      }
      assert.deepEqual(statuses, [...Array(lowLimits[tier]).fill(status), 429, 429, 429])
    })
  }
}

const tiers = [
  ['workspace', '/v1/small/posts?limit=1', 200],
  ['fallback', '/v1/unknown/posts', 404],
] as const

/** Retry-After counts from now, and both may not be asked within the same second; nothing else may differ. */
function withoutSeconds(answer: Answer): Answer {
  if (answer.status !== 429) return answer
  const { 'retry-after': seconds, ...headers } = answer.headers
  assert.match(seconds ?? '', /^[1-9]\d*$/)
  const body = Buffer.from(answer.body.toString().replaceAll(`in ${seconds} s`, 'in … s'))
  return { ...answer, headers: { ...headers, 'content-length': String(body.length) }, body }
}
