// Causes of failures: each new cause is a line of the log, one that lasts is a line an hour, and so is the end.

/** A cause that lasts is logged again after this long, in ms. */
const repeatMs = 3_600_000
/** Different causes of one failure; any more are not logged: somebody else may write them. */
const maxCauses = 100

export class Causes {
  readonly #now: () => number
  /** The time at which each cause of the present failure was last logged. */
  readonly #logged = new Map<string, number>()
  /** The present cause; `undefined` while nothing fails. */
  present: string | undefined

  /** @param now ms, by any clock */
  constructor(now: () => number) {
    this.#now = now
  }

  /** It does not work: call this as often as that is noticed. @param say called if it has to be logged */
  failed(cause: string, say: () => void): void {
    this.present = cause
    const time = this.#now()
    const last = this.#logged.get(cause)
    const isDue = last === undefined ? this.#logged.size < maxCauses : Math.abs(time - last) >= repeatMs
    if (!isDue) return
    this.#logged.set(cause, time)
    say()
  }

  /** It works: call this as often as that is noticed. @param say called if it did not work before */
  ended(say?: () => void): void {
    if (this.present === undefined) return
    this.present = undefined
    this.#logged.clear()
    say?.()
  }
}
