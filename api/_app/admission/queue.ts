// Who may do costly work, and when: a few at a time, and those who wait are bounded, in all and for each client. Clients
// take turns, whatever each of them asks for.
import { busy } from '../http/error.ts'

export interface QueueOptions {
  /** How many work at the same time. */
  slots: number
  /** How many wait, of one client and of all. */
  waiting: { client: number; all: number }
  /** How many have begun and not ended, of one client and of all: those whose readers are slow, besides. */
  begun: { client: number; all: number }
  /** How long a request waits, in ms. */
  patience: number
  /** How long work may rest before its slot goes to somebody else, in ms. */
  rest: number
}

export const usual: QueueOptions = {
  slots: 2,
  waiting: { client: 8, all: 64 },
  begun: { client: 4, all: 16 },
  patience: 30_000,
  rest: 250,
}

/** Leave to work. */
export interface Ticket {
  /** The work waits for its reader. */
  rest(): void
  /** Resolves when the work may go on: at once, unless its slot has gone to somebody else meanwhile. */
  resume(): Promise<void>
  /** The work has ended. May be called again. */
  leave(): void
}

export interface Asking {
  client: string
  /** When the request began to wait for the first time, as `performance.now` has it. */
  since: number
  /** Calls back once when the client has disconnected, at once if it already has. @returns what removes the listener */
  onDisconnect?: ((listener: () => void) => () => void) | undefined
}

/** A request that waits. */
interface Waiter {
  client: string
  admit(): void
}

/** Seconds after which a client that was refused may try again. */
const retryAfter = 5

export class Queue {
  readonly #options: QueueOptions
  /** By client; the one that was served longest ago first. */
  readonly #waiting = new Map<string, Waiter[]>()
  #waiters = 0
  /** Work that has begun, has lost its slot, and is ready to go on. */
  readonly #resuming: (() => void)[] = []
  readonly #begun = new Map<string, number>()
  #allBegun = 0
  #working = 0

  constructor(options: QueueOptions) {
    this.#options = options
  }

  /** How many wait to begin, how many have begun, and how many of these work. */
  get state() {
    return { waiting: this.#waiters, begun: this.#allBegun, working: this.#working }
  }

  /** @throws {HttpError} 503 `Busy` where too many wait, or it has taken too long, or the client has gone */
  enter(asking: Asking): Promise<Ticket> {
    const { client } = asking
    if (this.#waiters === 0 && this.#hasPlace(client)) return Promise.resolve(this.#begin(client))
    const { waiting } = this.#options
    if (this.#waiters >= waiting.all || (this.#waiting.get(client)?.length ?? 0) >= waiting.client) {
      return Promise.reject(refusal())
    }
    return this.#wait(asking)
  }

  #wait({ client, since, onDisconnect }: Asking): Promise<Ticket> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        settled()
        this.#remove(waiter)
        reject(refusal())
      }
      const timer = setTimeout(giveUp, Math.max(0, since + this.#options.patience - performance.now()))
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
    const left = this.#waiting.get(waiter.client)?.filter((one) => one !== waiter) ?? []
    this.#waiters--
    if (left.length > 0) this.#waiting.set(waiter.client, left)
    else this.#waiting.delete(waiter.client)
  }

  #hasPlace(client: string): boolean {
    const { slots, begun } = this.#options
    if (this.#working >= slots || this.#allBegun >= begun.all) return false
    return (this.#begun.get(client) ?? 0) < begun.client
  }

  /** Work that has begun goes on before other work begins. */
  #next(): void {
    while (this.#working < this.#options.slots && this.#resuming.length > 0) this.#resuming.shift()!()
    for (const [client, [first]] of this.#waiting) {
      if (!this.#hasPlace(client)) continue
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
        const place = this.#resuming.indexOf(take)
        if (place !== -1) this.#resuming.splice(place, 1)
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
  return busy(
    `Too much is being asked for that takes long to answer; try again in ${retryAfter} s.`,
    retryAfter,
  )
}
