// Shared by the suites about limits: a Redis over TCP and over Upstash's REST protocol, and a clock of their own.
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import type { Backend, Backing } from '../../api/_app/limit/backend.ts'
import { type Bridge, startBridge } from '../support/bridge.ts'
import { type RedisServer, startRedis, withoutRedis } from '../support/redis.ts'

/** The start of a window of any length. */
export const midnight = Date.UTC(2026, 10, 20)

/** A deadline that no busy machine will miss, in ms. */
export const patient = 20_000

/** For a limiter whose clock is the test's own, while a real store has the machine's. */
export const anyClock = Number.MAX_SAFE_INTEGER

/** Starts each test at midnight, so that no window ends in the middle of one: time passes only when a test says so. */
export function stillClock(): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: midnight })
  })
  afterEach(() => {
    vi.useRealTimers()
  })
}

export interface Stores {
  readonly redis: RedisServer
  readonly bridge: Bridge
  backing(backend: Backend, prefix: string): Backing
}

/** They run for as long as the suite that calls this; without a redis-server, there is only memory. */
export function startStores(): Stores {
  let redis: RedisServer
  let bridge: Bridge

  beforeAll(async () => {
    if (withoutRedis) return
    redis = await startRedis()
    bridge = await startBridge(redis.url)
  })

  afterAll(async () => {
    await bridge?.stop()
    await redis?.stop()
  })

  return {
    get redis() {
      return redis
    },
    get bridge() {
      return bridge
    },
    backing(backend, prefix) {
      if (backend === 'redis') return { backend, url: redis.url, prefix }
      if (backend === 'upstash') return { backend, url: bridge.url, token: bridge.token, prefix }
      return { backend }
    },
  }
}
