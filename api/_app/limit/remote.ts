// Windows that several processes share, counted by a script in Upstash or in any Redis.
import { AnswerError } from './answer.ts'
import type { Shared } from './backend.ts'
import type { StoreClock } from './clock.ts'
import type { Connection } from './connection.ts'
import type { Limits } from './limits.ts'
import { argumentsOf, countsIn, keysOf, script, timeIn, type Window } from './script.ts'
import type { Spend } from './spend.ts'
import type { Counts, Store } from './store.ts'

/**
 * What is silent for so many times as long as anyone waits for an answer may lead nowhere any more. Not at the deadline
 * itself: a process that was held up would drop answers that have come in meanwhile. Over before the store is probed.
 */
const silences = 3

/** How often one request is told the store's time: once where the clock is wrong, again where the answer was slow. */
const maxTries = 3

export interface RemoteOptions {
  limits: Limits
  /** Milliseconds after which nobody waits for an answer any more. */
  patience: number
  clock: StoreClock
}

/** A shared store of all tiers that are on. */
export class Remote implements Store {
  readonly #prefix: string
  readonly #options: RemoteOptions
  readonly #open: () => Promise<Opened>
  #opened: Promise<Opened> | undefined

  constructor(shared: Shared, options: RemoteOptions) {
    this.#prefix = shared.prefix
    this.#options = options
    this.#open = () => open(shared, options.patience)
  }

  /** Imports what the backend needs, and nothing of the others; connects nothing. Never rejects. */
  async load(): Promise<void> {
    this.#opened ??= this.#open()
    await this.#opened.catch(() => {
      this.#opened = undefined
    })
  }

  /** May reject, and may never answer. */
  async take(spends: readonly Spend[]): Promise<Counts> {
    const { limits, clock } = this.#options
    this.#opened ??= this.#open()
    const { run } = await this.#opened
    const windows = spends.map(({ tier, id }) => ({
      key: `${this.#prefix}:${tier}:${id}`,
      limit: limits[tier]!,
    }))
    const before = clock.offset
    let offset = before
    for (let tries = 0; tries < maxTries; tries++) {
      const asked = clock.ask()
      const now = asked.own + offset
      const reply = await run(windows, now, clock.tolerance)
      const time = timeIn(reply)
      if (time === undefined) {
        const counts = countsIn(reply, windows, now)
        if (offset !== before || !clock.isKnown) clock.adopt(offset)
        return counts
      }
      offset = clock.measure(time, asked, offset)
    }
    throw new AnswerError('no time that stays')
  }

  async close(): Promise<void> {
    const opened = await this.#opened?.catch(() => undefined)
    opened?.close()
  }
}

interface Opened {
  /** The script's reply, whatever it is. */
  run(windows: readonly Window[], now: number, tolerance: number): Promise<unknown>
  close(): void
}

async function open(shared: Shared, patience: number): Promise<Opened> {
  const { redis, flags, close } = await connect(shared, silences * patience)
  const counting = redis.createScript<unknown>(flags + script)
  return {
    run: (windows, now, tolerance) => {
      return counting.exec(keysOf(windows, now), argumentsOf(windows, now, tolerance).map(String))
    },
    close,
  }
}

async function connect(shared: Shared, silence: number): Promise<Connection> {
  if (shared.backend === 'redis') return (await import('./redis.ts')).connectRedis(shared.url, silence)
  return (await import('./upstash.ts')).connectUpstash(shared, silence)
}
