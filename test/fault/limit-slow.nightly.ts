// A store whose answers are late: how long a request waits for it, and by how much the limit is exceeded.
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Backing } from '../../api/_app/limit/backend.ts'
import { defaultDeadline as deadline } from '../../api/_app/limit/limiter.ts'
import { contractLimits } from '../../api/_app/limit/limits.ts'
import { type Random, seeded } from '../bench/words.ts'
import { startBridge } from '../support/bridge.ts'
import { startImpostor } from '../support/impostor.ts'
import { withoutRedis } from '../support/redis.ts'
import { site } from '../support/site.ts'
import { limited, recovered, timed } from './limited.ts'
import { startStores, stillClock } from './stores.ts'

const demo = site()
const prefix = 'galley:test'

stillClock()

describe.each(['upstash', 'redis'] as const)('%s, when it is slow', (backend) => {
  /** A store that takes a number of ms for each answer. */
  async function slow(delay: number): Promise<Backing> {
    const impostor = await startImpostor(() => '*2\r\n:150\r\n:200\r\n', delay)
    onTestFinished(() => impostor.stop())
    if (backend === 'redis') return { backend, url: impostor.url, prefix }
    const bridge = await startBridge(impostor.url)
    onTestFinished(() => bridge.stop())
    bridge.instead = (_, response) => setTimeout(() => response.end('[{"result":[150,200]}]'), delay)
    return { backend, url: bridge.url, token: bridge.token, prefix }
  }

  test('decides if it answers within the deadline', async () => {
    const one = limited(demo, await slow(100), contractLimits)
    expect(await timed(one.get)).toBeGreaterThanOrEqual(99)
    await recovered(one)
    expect(one.decisions.at(-1)).toMatchObject({ source: backend, remaining: 150 })
  })

  test('keeps a request waiting for no longer than that', async () => {
    const one = limited(demo, await slow(2_000), contractLimits)
    expect(await timed(one.get)).toBeGreaterThanOrEqual(deadline - 1)
    expect(one.decisions).toMatchObject([{ source: 'memory', remaining: 199 }])
  })
})

const processes = 4
const second = { workspace: { requests: 20, window: 1_000 }, fallback: null }

describe.skipIf(withoutRedis)('a late store that four processes share', () => {
  const stores = startStores()

  /** What each of them decides on 25 requests, five at a time, while that many of a hundred answers are late. */
  async function rush(late: number, random: Random) {
    const backing = stores.backing('upstash', `galley:late:${late}`)
    const all = Array.from({ length: processes }, () => limited(demo, backing, second, 100))
    stores.bridge.late = () => (100 * random() < late ? 2_000 : 0)
    const asking = all.map(async ({ limiter }) => {
      const decisions = []
      for (let round = 0; round < 5; round++) {
        const five = Array.from({ length: 5 }, () => limiter.check('workspace', 'demo'))
        decisions.push(...(await Promise.all(five)))
      }
      return decisions.map((decision) => decision!)
    })
    return Promise.all(asking)
  }

  test.each([10, 50, 100])(
    'in %d of 100 cases, admits no more than the limit, nor does any process by itself',
    async (late) => {
      const decided = await rush(late, seeded(late))
      const admitted = decided.map((own) => own.filter(({ allowed }) => allowed))
      const shared = admitted.flat().filter(({ source }) => source === 'upstash')
      expect(shared.length).toBeLessThanOrEqual(20)
      for (const own of admitted) expect(own.length).toBeLessThanOrEqual(20)
      if (late === 100) expect(admitted.map((own) => own.length)).toEqual([20, 20, 20, 20])
    },
  )
})
