// Whose turn it is on the event loop: that of short work, whoever asks for it. What takes long is told by what it says it will read
// and make, and by the time that it has taken.
import { type InLine, Line } from './line.ts'
import { monotonicNow, type Scheduler, type Turn } from './turn.ts'

/** How long work may run before it lets others go first, in ms: long work, and short work, which is often done by then. */
const most = { long: 2, short: 10 } as const
/** A step is some 20 ns, and a byte that is read and made into something else some 5. */
const stepsPerMs = 50_000
const bytesPerMs = 200_000
/** Whatever takes longer, in powers of two of a millisecond, is as long. */
const maxRank = 24

interface Paused extends InLine {
  resume(): void
}

/** One for each app. */
export class TurnScheduler implements Scheduler {
  readonly #now: () => number
  readonly #waiting = new Line<Paused>()
  /** When the current turn began; `undefined` if nothing has asked since the last iteration of the event loop. */
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

  turnFor(client: () => string): Turn {
    /** In ms. */
    let expected = 0
    let spent = 0
    /** When this work last asked or resumed. */
    let since: number | undefined
    const rank = () => Math.min(maxRank, Math.floor(Math.log2(Math.max(1, expected, spent))))
    const wait = () =>
      new Promise<void>((resolve) => {
        this.begin()
        const resume = () => {
          since = this.#began!
          resolve()
        }
        this.#waiting.add({ client: client(), rank: rank(), resume })
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
    const turn = (steps = 0): Promise<void> | undefined => {
      this.begin()
      const now = this.#now()
      spent += Math.max(now - Math.max(since ?? now, this.#began!), steps / stepsPerMs)
      since = now
      this.#taken += steps
      const time = rank() === 0 ? most.short : most.long
      if (now - this.#began! < time && this.#taken < time * stepsPerMs) return undefined
      return own.ticket ? pause(own.ticket) : wait()
    }
    const own: Turn = Object.assign(turn, {
      expect(bytes: number) {
        expected += bytes / bytesPerMs
        return turn()
      },
      rank,
    })
    return own
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
