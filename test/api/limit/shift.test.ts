// How @upstash/ratelimit calls its scripts. A version that does so differently fails here first: replacing its time with the
// store's (counter.ts), and checking the store's clock before its scripts (scripts.ts), depend on this.
import { hash } from 'node:crypto'
import { Ratelimit } from '@upstash/ratelimit'
import type { Redis } from '@upstash/redis'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Call, LibraryError, shifted } from '../../../api/_app/limit/shared-store/counter.ts'

const limit = { requests: 200, window: 10_000 }
const now = 1_800_000_012_345

interface Sent extends Call {
  command: string
  script: string
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})

afterEach(() => {
  vi.useRealTimers()
})

/** What the library sends for one request to a store that does not know its script yet. */
async function sentBy(ask: (library: Ratelimit) => Promise<unknown>, dynamicLimits = false): Promise<Sent[]> {
  const sent: Sent[] = []
  const way = (command: string) => async (script: string, keys: string[], args: number[]) => {
    sent.push({ command, script, keys, args })
    if (command === 'evalsha') throw new Error('NOSCRIPT No matching script.')
    return [7, limit.requests]
  }
  const library = new Ratelimit({
    redis: { evalsha: way('evalsha'), eval: way('eval') } as unknown as Redis,
    prefix: 'galley:workspace',
    limiter: Ratelimit.slidingWindow(limit.requests, `${limit.window} ms`),
    ephemeralCache: false,
    timeout: 0,
    enableTelemetry: false,
    dynamicLimits,
  })
  await ask(library)
  return sent
}

const keys = ['galley:workspace:demo:180000001', 'galley:workspace:demo:180000000']

describe.each<[string, (library: Ratelimit) => Promise<unknown>, number[]]>([
  ['takes a place', (library) => library.limit('demo'), [1]],
  ['gives one back', (library) => library.limit('demo', { rate: -1 }), [-1]],
  ['looks', (library) => library.getRemaining('demo'), []],
])('a library that %s', (_, ask, rest) => {
  test('sends keys and arguments of its clock, by a hash first and then with the text', async () => {
    const [first, second, ...more] = await sentBy(ask)
    const call = { keys, args: [limit.requests, now, limit.window, ...rest] }
    expect(first).toEqual({ command: 'evalsha', script: hash('sha1', second!.script), ...call })
    expect(second).toEqual({ command: 'eval', script: second!.script, ...call })
    expect(more).toEqual([])
  })

  test('has a script that reads the time where it is put, and no argument beyond those', async () => {
    const text = (await sentBy(ask))[1]!.script
    expect(text).toMatch(/^#!lua flags=allow-key-locking\n/)
    expect(text).toMatch(/\blocal tokens\s+= tonumber\(ARGV\[1\]\)/)
    expect(text).toMatch(/\blocal now\s+= ARGV\[2\]/)
    expect(text).toMatch(/\blocal window\s+= ARGV\[3\]/)
    const read = [...text.matchAll(/ARGV(?:\[(\d+)\])?/g)].map(([, number]) => Number(number))
    expect(read.toSorted()).toEqual([1, 2, 3, ...rest.map(() => 4)])
  })

  test.each([
    [now + 86_400_000, 180008641],
    [now - 2_345, 180000001],
    [now - 2_346, 180000000],
  ])('is asked by the time %d', async (time, number) => {
    const [sent] = await sentBy(ask)
    expect(shifted(sent!, time)).toEqual({
      keys: [`galley:workspace:demo:${number}`, `galley:workspace:demo:${number - 1}`],
      args: [limit.requests, time, limit.window, ...rest],
    })
  })

  test('is not asked with a key that another time does not change', async () => {
    const [sent] = await sentBy(ask, true)
    expect(() => shifted(sent!, now)).toThrow(LibraryError)
  })
})

test.each<[string, Call]>([
  ['keys of another window', { keys: keys.toReversed(), args: [200, now, 10_000, 1] }],
  ['keys without a number', { keys: ['galley:workspace:demo'], args: [200, now, 10_000, 1] }],
  ['the time elsewhere', { keys, args: [now, 200, 10_000, 1] }],
  ['no arguments', { keys, args: [] }],
])('a call with %s is not made', (_, call) => {
  expect(() => shifted(call, now)).toThrow(LibraryError)
})
