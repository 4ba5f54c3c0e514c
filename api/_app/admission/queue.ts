// Decides who may do costly work, and when: a few requests at a time, with bounds on those that wait, in all and per client.
// Clients take turns, however many requests each of them sends.
import { busy } from '../http/error.ts'
import { monotonicNow } from './turn.ts'

export interface QueueOptions {
  /** How many may work at the same time. */
  slots: number
  /** How many may wait, per client and in all. */
  waiting: { client: number; all: number }
  /** How many may have begun and not ended, per client and in all; this includes those whose readers are slow. */
  begun: { client: number; all: number }
  /** How long a request waits, in ms. */
  timeout: number
  /** How long work may rest before its slot is given to somebody else, in ms. */
  rest: number
}

export const queueDefaults: QueueOptions = {
  slots: 2,
  waiting: { client: 8, all: 64 },
  begun: { client: 4, all: 16 },
  timeout: 30_000,
  rest: 250,
}

/** Permission to work. */
export interface Ticket {
  /** The work waits for its reader. */
  rest(): void
  /** Resolves when the work may continue: at once, unless its slot has been given to somebody else. */
  resume(): Promise<void>
  /** The work has ended. Idempotent. */
  leave(): void
}

export interface Applicant {
  client: string
  /** When the request first began to wait, by `monotonicNow`. */
  since: number
  /** Calls back once when the client has disconnected, at once if it already has. @returns what removes the listener */
  onDisconnect?: ((listener: () => void) => () => void) | undefined
}

/** A waiting request. */
interface Waiter {
  client: string
  admit(): void
}

/** Seconds after which a refused client may try again. */
const retryAfter = 5

export class AdmissionQueue {
  readonly #options: QueueOptions
  /** By client, least recently served first. */
  readonly #waiting = new Map<string, Waiter[]>()
  #waiters = 0
  /** Work that has begun, has lost its slot, and is ready to continue. */
  readonly #resuming: (() => void)[] = []
  readonly #begun = new Map<string, number>()
  #allBegun = 0
  #working = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** How many are waiting to begin, how many have begun, and how many of these are working. */
  get state() {
    return { waiting: this.#waiters, begun: this.#allBegun, working: this.#working }
  }

  /** @throws {HttpError} 503 `Busy` if too many are waiting, the wait has taken too long, or the client has disconnected */
  enter(applicant: Applicant): Promise<Ticket> {
    const { client } = applicant
    if (this.#waiters === 0 && this.#hasRoom(client)) return Promise.resolve(this.#begin(client))
    const { waiting } = this.#options
    if (this.#waiters >= waiting.all || (this.#waiting.get(client)?.length ?? 0) >= waiting.client) {
      return Promise.reject(refusal())
    }
    return this.#wait(applicant)
  }

  #wait({ client, since, onDisconnect }: Applicant): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        settled()
        this.#remove(waiter)
        reject(refusal())
      }
      const timer = setTimeout(giveUp, Math.max(0, since + this.#options.timeout - monotonicNow()))
      const waiter: Waiter = {
        client,
        admit: () => {
          settled()
          resolve(this.#begin(client))
        },
      }
      this.#add(waiter)
      let stop = () => {}
      const settled = () => {
        clearTimeout(timer)
        stop()
      }
      if (onDisconnect) stop = onDisconnect(giveUp)
      this.#next()
    })
  }

  #add(waiter: Waiter): void {
    this.#waiters++
    const others = this.#waiting.get(waiter.client)
    if (others) others.push(waiter)
    else this.#waiting.set(waiter.client, [waiter])
  }

  #remove(waiter: Waiter): void {
    const left = this.#waiting.get(waiter.client)!.filter((one) => one !== waiter)
    this.#waiters--
    if (left.length > 0) this.#waiting.set(waiter.client, left)
    else this.#waiting.delete(waiter.client)
  }

  #hasRoom(client: string): boolean {
    const { slots, begun } = this.#options
    if (this.#working >= slots || this.#allBegun >= begun.all) return false
    return (this.#begun.get(client) ?? 0) < begun.client
  }

  /** Work that has begun continues before other work begins. */
  #next(): void {
    while (this.#working < this.#options.slots && this.#resuming.length > 0) this.#resuming.shift()!()
    for (const [client, [first]] of this.#waiting) {
      if (!this.#hasRoom(client)) continue
      const waiter = first!
      this.#remove(waiter)
      const others = this.#waiting.get(client)
      if (others) {
        this.#waiting.delete(client)
        this.#waiting.set(client, others)
      }
      waiter.admit()
    }
  }

  #begin(client: string): Ticket {
    this.#working++
    this.#allBegun++
    this.#begun.set(client, (this.#begun.get(client) ?? 0) + 1)
    let state: 'working' | 'lent' | 'left' = 'working'
    let timer: NodeJS.Timeout | undefined
    let wake: (() => void) | undefined
    const lend = () => {
      state = 'lent'
      this.#working--
      this.#next()
    }
    const take = () => {
      state = 'working'
      this.#working++
      wake?.()
    }
    return {
      rest: () => {
        clearTimeout(timer)
        if (state === 'working') timer = setTimeout(lend, this.#options.rest)
      },
      resume: () => {
        clearTimeout(timer)
        if (state !== 'lent') return Promise.resolve()
        return new Promise((resolve) => {
          wake = resolve
          this.#resuming.push(take)
          this.#next()
        })
      },
      leave: () => {
        clearTimeout(timer)
        if (state === 'left') return
        if (state === 'working') this.#working--
        state = 'left'
        const index = this.#resuming.indexOf(take)
        if (index !== -1) this.#resuming.splice(index, 1)
        wake?.()
        this.#end(client)
      },
    }
  }

  #end(client: string): void {
    this.#allBegun--
    const left = this.#begun.get(client)! - 1
    if (left > 0) this.#begun.set(client, left)
    else this.#begun.delete(client)
    this.#next()
  }
}

function refusal() {
  return busy(`Too many slow requests are in progress; try again in ${retryAfter} s.`, retryAfter)
}
