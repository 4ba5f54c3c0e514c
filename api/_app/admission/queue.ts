// Decides who may do costly work, and when: a few requests at a time, with bounds on those that wait, in all and per client, and on
// what is held for readers. Short work goes first, then clients take turns, however many requests each of them sends.
import { type InLine, Line } from '../turns/line.ts'
import { monotonicNow } from '../turns/turn.ts'
import { Standstill } from './standstill.ts'
import { type WaitOptions, waitFor } from './wait.ts'

export interface QueueOptions {
  /** The number of requests that may work at the same time. */
  slots: number
  /** The number of requests that may wait, per client and in all. */
  waiting: { client: number; all: number }
  /** The bytes that requests in progress may hold for their readers, per client and in all. */
  begun: { client: number; all: number }
  /** The time that a request waits, in ms: from its first wait on to begin, and each time that it has been interrupted. */
  timeout: number
  /** The time that work may rest before its slot is given to another request, in ms. */
  rest: number
  /** The time without progress, while work waits for a slot, after which the queue counts as stuck, in ms. */
  stuckAfter: number
}

export const queueDefaults: QueueOptions = {
  slots: 2,
  waiting: { client: 8, all: 64 },
  // Bytes: three quarters of what the server lets all readers leave unread, and of these two thirds for one client.
  begun: { client: 8 * 2 ** 20, all: 12 * 2 ** 20 },
  timeout: 30_000,
  rest: 250,
  stuckAfter: 10_000,
}

/** Permission to work. */
export interface Ticket {
  /** The work waits for its reader. */
  rest(): void
  /**
   * Resolves when the work may continue: at once, unless its slot has been given to somebody else.
   * @throws {HttpError} 503 `Busy` if that takes too long, or the client has disconnected
   */
  resume(): Promise<void>
  /** The work waits for its turn: meanwhile, shorter work may have its slot. */
  pause(): void
  /** It is the work's turn. @returns what resolves as `resume` does, if shorter work has the slot */
  proceed(): Promise<void> | undefined
  /** The work has ended. Idempotent. */
  leave(): void
}

export interface Applicant {
  client: string
  /** The time at which the request first began to wait, by `monotonicNow`. */
  since: number
  /** Returns the length of the work, as a rank of turns. */
  rank?: (() => number) | undefined
  /** The bytes that it may hold for its reader: none if it ends by itself. */
  holds?: number
  /** True if it waits only for the room that it needs, since it is not costly. */
  isCheap?: boolean
  /** The listener of a disconnection, as a request has it. */
  onDisconnect?: WaitOptions['onDisconnect']
}

type AdmittedWork = Required<Pick<Applicant, 'client' | 'holds' | 'isCheap'>> &
  Pick<Applicant, 'onDisconnect'> & { rank: () => number }

/** Work that waits for a slot: it has begun, or is to begin. */
interface Waiter extends InLine {
  work: AdmittedWork
  hasBegun: boolean
  admit(): void
  refuse(): void
}

/** Work that waits to go on comes before work that waits to begin, unless that is shorter. */
const [toGoOn, toBegin] = [0, 1]

/** The time that work may rest while others wait for its slot, in ms. */
const briefRest = 5

export class AdmissionQueue {
  readonly #options: QueueOptions
  readonly #line = new Line<Waiter>()
  /** The waiters that have yet to begin. */
  readonly #waiting = new Set<Waiter>()
  /** Gives away the slot of each work that rests or is paused, and which rank that is for. */
  readonly #idle = new Map<() => void, number>()
  /** The bytes that requests in progress hold, in all and by client. */
  readonly #held = { all: 0, clients: new Map<string, number>() }
  readonly #standstill: Standstill
  #begun = 0
  #working = 0

  constructor(options: QueueOptions) {
    this.#options = options
    const needsSlot = () => [...this.#line.values()].some((one) => !one.work.isCheap && this.#hasRoom(one))
    this.#standstill = new Standstill(options.stuckAfter, needsSlot)
  }

  /** Tells whether work waits for a slot, and nothing costly has begun, gone on or ended for a while. */
  get isStuck(): boolean {
    return this.#standstill.isReached
  }

  /** The numbers of requests that wait to begin, that have begun, and that are working. */
  get state() {
    return { waiting: this.#waiting.size, begun: this.#begun, working: this.#working }
  }

  /** @throws {HttpError} 503 `Busy` if too many are waiting, the wait has taken too long, or the client has disconnected */
  enter({ client, since, onDisconnect, ...applicant }: Applicant): Promise<Ticket> {
    const { rank = () => 0, holds = 1, isCheap = false } = applicant
    const work = { client, rank, holds, isCheap, onDisconnect }
    const timeout = since + this.#options.timeout - monotonicNow()
    return waitFor(
      ({ resolve, refuse, atEnd }) => {
        const admit = () => resolve(this.#begin(work))
        const waiter: Waiter = { client, rank: 2 * rank() + toBegin, work, hasBegun: false, admit, refuse }
        this.#waiting.add(waiter)
        this.#line.add(waiter)
        atEnd(() => {
          this.#waiting.delete(waiter)
          this.#line.remove(waiter)
        })
        this.#next()
        // Takes the slot of work that rests, or is longer and paused.
        const [lend] = [...this.#idle].find(([, longer]) => waiter.rank < longer) ?? []
        if (this.#waiting.has(waiter)) lend?.()
        if (this.#waiting.has(waiter)) this.#bound(client)
        this.#standstill.watch()
      },
      { timeout, onDisconnect },
    )
  }

  /** If too many wait, the client with the most of them loses one, rather than the one that has just come. */
  #bound(client: string): void {
    const { waiting } = this.#options
    const all = [...this.#waiting]
    const countOf = (one: Waiter) => all.filter((other) => other.client === one.client).length
    const own = all.filter((one) => one.client === client)
    if (own.length > waiting.client) longest(own).refuse()
    else if (all.length > waiting.all) {
      const most = Math.max(...all.map(countOf))
      const many = all.filter((one) => countOf(one) === most)
      const others = many.filter((one) => one.client !== client)
      longest(others.length > 0 ? others : many).refuse()
    }
  }

  #next(): void {
    const hasSlot = (work: AdmittedWork) => work.isCheap || this.#working < this.#options.slots
    const canGo = (one: Waiter) => hasSlot(one.work) && this.#hasRoom(one)
    for (let next = this.#line.take(canGo); next; next = this.#line.take(canGo)) next.admit()
  }

  #hasRoom({ hasBegun, work: { client, holds } }: Waiter): boolean {
    const { begun } = this.#options
    if (hasBegun || holds === 0) return true
    return this.#held.all + holds <= begun.all && this.#heldBy(client) + holds <= begun.client
  }

  #heldBy(client: string): number {
    return this.#held.clients.get(client) ?? 0
  }

  #hold(client: string, change: number): void {
    this.#held.all += change
    const own = this.#heldBy(client) + change
    if (own > 0) this.#held.clients.set(client, own)
    else this.#held.clients.delete(client)
  }

  #begin(work: AdmittedWork): Ticket {
    const { client, rank, holds, isCheap, onDisconnect } = work
    const { timeout, rest } = this.#options
    const goOn = () => {
      if (!isCheap) this.#standstill.progress()
    }
    goOn()
    this.#begun++
    this.#hold(client, holds)
    if (!isCheap) this.#working++
    let state: 'working' | 'resting' | 'paused' | 'lent' | 'left' = 'working'
    let timer: NodeJS.Timeout | undefined
    let waiter: Waiter | undefined
    let resumed: Promise<void> | undefined
    const stir = () => {
      goOn()
      clearTimeout(timer)
      this.#idle.delete(lend)
    }
    const lend = () => {
      stir()
      state = 'lent'
      resumed = undefined
      this.#working--
      this.#next()
    }
    /** @param longer the rank of those who may have the slot */
    const idle = (next: 'resting' | 'paused', longer: number) => {
      state = next
      this.#idle.set(lend, longer)
      if ([...this.#line.values()].some((one) => one.rank < 2 * rank() && this.#hasRoom(one))) lend()
    }
    const slot = () =>
      waitFor<void>(
        ({ resolve, refuse, atEnd }) => {
          const admit = () => {
            if (state === 'lent') this.#working++
            if (state === 'lent') state = 'working'
            goOn()
            resolve()
          }
          const own: Waiter = { client, rank: 2 * rank() + toGoOn, work, hasBegun: true, admit, refuse }
          waiter = own
          this.#line.add(own)
          atEnd(() => this.#line.remove(own))
          this.#next()
          this.#standstill.watch()
        },
        { timeout, onDisconnect },
      )
    const resume = (): Promise<void> | undefined => {
      if (state === 'lent') {
        resumed ??= slot()
        return resumed
      }
      stir()
      if (state !== 'left') state = 'working'
    }
    let isPaused = false
    return {
      rest: () => {
        stir()
        if (state !== 'lent') isPaused = false
        if (isCheap || state === 'lent' || state === 'left') return
        idle('resting', Number.POSITIVE_INFINITY)
        if (state === 'resting')
          timer = setTimeout(lend, this.#waiting.size > 0 ? Math.min(rest, briefRest) : rest)
      },
      resume: () => resume() ?? Promise.resolve(),
      pause: () => {
        // A stream that fills a buffer while its reader rests has no slot to give.
        isPaused = !isCheap && state === 'working'
        if (isPaused) idle('paused', 2 * rank())
      },
      proceed: () => (isPaused ? resume() : undefined),
      leave: () => {
        stir()
        if (state === 'left') return
        if (!isCheap && state !== 'lent') this.#working--
        state = 'left'
        this.#begun--
        this.#hold(client, -holds)
        waiter?.admit()
        this.#next()
      },
    }
  }
}

/** The longest work, and of that what came last. */
function longest(waiters: readonly Waiter[]): Waiter {
  return waiters.reduce((one, other) => (other.rank >= one.rank ? other : one))
}
