// Greedy, slow and ordinary clients in random mixes, up to a thousand at a time: how much longer work an ordinary request waits for.
// The clock counts steps, and work is made of steps, so that nothing depends on the machine.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Admission } from '../../api/_app/admission/admission.ts'
import { isStream, type Reply } from '../../api/_app/http/reply.ts'
import type { AppRequest } from '../../api/_app/http/request.ts'
import { TurnScheduler } from '../../api/_app/turns/scheduler.ts'
import { streamBytes, type Turn } from '../../api/_app/turns/turn.ts'
import { tries } from './tries.ts'

/** What a request does: how long it works, in ms, what it announces, in bytes, and how it is admitted. */
interface Kind {
  ms: number
  bytes: number
  as: 'page' | 'search' | 'stream' | 'costly stream'
  /** A slow reader takes nothing until the end. */
  isSlow?: boolean
}

const kinds = {
  page: { ms: 1, bytes: 80_000, as: 'page' },
  search: { ms: 6, bytes: 40_000, as: 'search' },
  'long list': { ms: 60, bytes: streamBytes, as: 'stream' },
  'related posts': { ms: 90, bytes: 40_000_000, as: 'search' },
  'compressed list': { ms: 60, bytes: streamBytes, as: 'costly stream' },
  'slow reader of a list': { ms: 60, bytes: streamBytes, as: 'stream', isSlow: true },
  'slow reader of a compressed list': { ms: 60, bytes: streamBytes, as: 'costly stream', isSlow: true },
} satisfies Record<string, Kind>
type Name = keyof typeof kinds

/** How the addresses of greedy clients look from here. */
const addresses = {
  one: () => '192.0.2.7',
  'a few': (i: number) => `192.0.2.${i % 8}`,
  'as many networks': (i: number) => `2001:db8:${(i >> 8).toString(16)}:${(i & 255).toString(16)}::1`,
  none: () => undefined,
} satisfies Record<string, (i: number) => string | undefined>

/** How long a step takes, and a turn of longer work, in ms. */
const step = 0.1
const turnTime = 2

class Simulation {
  #time = 0
  readonly #scheduler = new TurnScheduler(() => this.#time)
  readonly #admission = new Admission({ rest: 0 })
  /** How long all others than pages and searches have worked, in ms. */
  worked = 0
  /** How many turns there were at most: iterations of the event loop. */
  turns = 0
  #isOver = false

  constructor() {
    const count = () => {
      this.turns++
      if (!this.#isOver) setImmediate(count)
    }
    count()
  }

  /** @returns how long longer work went on from when it came to when it was done, in ms, beyond its share; without end if it was refused */
  async run(name: Name, address: string | undefined): Promise<number> {
    const kind: Kind = kinds[name]
    const request: AppRequest = { method: 'GET', target: '/', header: () => undefined, address }
    const turn = this.#scheduler.turnFor(() => address ?? 'unknown')
    const before = { worked: this.worked, turns: this.turns }
    const waits = turn.expect(kind.bytes)
    if (waits) await waits
    const work = async (ms = kind.ms) => {
      for (let done = 0; done < ms; done += step) await this.#step(name, turn)
    }
    try {
      if (kind.as === 'page') await work()
      else if (kind.as === 'search') await this.#admission.run(request, work, turn)
      else await this.#stream(kind, request, turn, work)
    } catch (error) {
      if ((error as { status?: number }).status === 503) return Number.POSITIVE_INFINITY
      throw error
    }
    // One turn in nine is for those who have waited longest.
    return this.worked - before.worked - (turnTime * (this.turns - before.turns)) / 9
  }

  async #step(name: Name, turn: Turn): Promise<void> {
    this.#time += step
    if (name !== 'page' && name !== 'search') this.worked += step
    const waits = turn()
    if (waits) await waits
  }

  async #stream(
    kind: Kind,
    request: AppRequest,
    turn: Turn,
    work: (ms: number) => Promise<void>,
  ): Promise<void> {
    async function* chunks() {
      for (let chunk = 0; chunk < 10; chunk++) {
        await work(kind.ms / 10)
        yield new Uint8Array(1)
      }
    }
    const body = { chunks, close() {}, turn, isCostly: kind.as === 'costly stream', holds: 128 * 1024 }
    const reply: Reply = await this.#admission.begin({ status: 200, headers: {}, body }, request)
    if (!isStream(reply.body)) throw new Error('no stream')
    try {
      for await (const _ of reply.body.chunks()) {
        do await new Promise(setImmediate)
        while (kind.isSlow && !this.#isOver)
      }
    } finally {
      reply.body.close()
    }
  }

  end(): void {
    this.#isOver = true
  }

  get state() {
    return this.#admission.state
  }
}

/** How long longer work went on while an ordinary request waited, in ms, at the worst; everybody comes in an event of their own. */
async function worst(mix: readonly Name[], from: keyof typeof addresses, ordinary: 'page' | 'search') {
  const simulation = new Simulation()
  const own = from === 'none' ? undefined : '198.51.100.9'
  const others: Promise<unknown>[] = []
  let most = 0
  for (const [i, name] of mix.entries()) {
    others.push(simulation.run(name, addresses[from](i)))
    await new Promise(setImmediate)
    if (i % 50 === 0) most = Math.max(most, await simulation.run(ordinary, own))
  }
  for (let i = 0; i < 10; i++) most = Math.max(most, await simulation.run(ordinary, own))
  simulation.end()
  await Promise.all(others)
  expect(simulation.state).toEqual({ waiting: 0, begun: 0, working: 0 })
  return most
}

const names = Object.keys(kinds) as Name[]
/** A search waits for both of those who work. */
const bounds = { page: turnTime, search: 2 * turnTime } as const

test.each(Object.entries(bounds))(
  'a %s waits for at most %i ms of longer work, in any mix',
  async (ordinary, bound) => {
    const property = fc.asyncProperty(
      fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 6 }),
      fc.constantFrom(1, 45, 400, 1_000),
      fc.constantFrom(...(Object.keys(addresses) as (keyof typeof addresses)[])),
      async (some, count, from) => {
        const mix = Array.from({ length: count }, (_, i) => some[i % some.length]!)
        expect(await worst(mix, from, ordinary as keyof typeof bounds)).toBeLessThanOrEqual(bound + step)
      },
    )
    await fc.assert(property, { numRuns: tries(96), seed: 36 })
  },
)
