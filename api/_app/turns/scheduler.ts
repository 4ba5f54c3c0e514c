// Whose turn it is on the event loop: that of short work, whoever asks for it. What takes long is told by what it says it will read
// and make, and by the time that it has taken.
import { type InLine, Line } from './line.ts'
import { monotonicNow, type Patience, type Scheduler, type Turn } from './turn.ts'

/** The time that work may run before it lets others go first, in ms: long work, and short work, which is often done by then. */
const most = { long: 2, short: 10 } as const
/** A step is some 20 ns, and a byte that is read and made into something else some 5. */
const stepsPerMs = 50_000
const bytesPerMs = 200_000
/** The multiple of its expected time that work may take before that counts. */
const tolerance = 16
/** The highest rank, in powers of two of a millisecond: anything longer is as long. */
const maxRank = 24

interface Paused extends InLine {
  resume(): void
}

/** One for each app. */
export class TurnScheduler implements Scheduler {
  readonly #now: () => number
  readonly #waiting = new Line<Paused>()
  /** The start of the current turn; `undefined` if nothing has asked since the last iteration of the event loop. */
  #began: number | undefined
  /** Steps taken in it. */
  #taken = 0

  /** @param now the time in ms since some moment, which never goes back */
  constructor(now = monotonicNow) {
    this.#now = now
  }

  begin(): void {
    if (this.#began !== undefined) return
    this.#began = this.#now()
    this.#taken = 0
    setImmediate(() => this.#end())
  }

  /** @param announced how long the work is expected to take, in ms */
  turnFor(client: () => string, patience: Patience = (work) => work, announced = 0): Turn {
    let expected = announced
    let spent = 0
    /** The time at which this work last asked or resumed. */
    let since: number | undefined
    let hasBegun = false
    const rank = () => {
      const length = spent > tolerance * expected ? spent : expected
      return Math.min(maxRank, Math.floor(Math.log2(Math.max(1, length))))
    }
    /** Work that has begun holds memory, so of equally long work it goes first, unless that is bounded otherwise. */
    const place = () => 2 * rank() + (hasBegun && !own.isBounded ? 0 : 1)
    const wait = () =>
      new Promise<void>((resolve) => {
        this.begin()
        const resume = () => {
          since = this.#began!
          resolve()
        }
        this.#waiting.add({ client: client(), rank: place(), resume })
      })
    const pause = async (ticket: NonNullable<Turn['ticket']>) => {
      for (;;) {
        ticket.pause()
        await wait()
        const slot = ticket.proceed()
        if (slot === undefined) return
        await slot
      }
    }
    const ask = (steps = 0): Promise<void> | undefined => {
      this.begin()
      const now = this.#now()
      since ??= now
      this.#taken += steps
      if (!this.#isOver(now, most.long)) return undefined
      spent += Math.max(now - Math.max(since, this.#began!), steps / stepsPerMs)
      since = now
      if (rank() === 0 && !this.#isOver(now, most.short)) return undefined
      return own.ticket ? pause(own.ticket) : wait()
    }
    const turn = (steps?: number) => {
      hasBegun = true
      return ask(steps)
    }
    const own: Turn = Object.assign(turn, {
      expect(bytes: number) {
        expected += bytes / bytesPerMs
        hasBegun = false
        return ask()
      },
      rank,
      forOthers: () => this.turnFor(client, patience, expected),
      async until<T>(work: Promise<T>) {
        const { ticket } = own
        ticket?.pause()
        const made = await patience(work)
        await ticket?.proceed()
        return made
      },
    })
    return own
  }

  #isOver(now: number, time: number): boolean {
    return now - this.#began! >= time || this.#taken >= time * stepsPerMs
  }

  /** Incoming events have been handled by now. Resumes one at a time, or a hundred turns would come at once. */
  #end(): void {
    this.#began = undefined
    const next = this.#waiting.take()
    if (next === undefined) return
    this.begin()
    next.resume()
  }
}
