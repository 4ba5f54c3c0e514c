// The waits of a request: none lasts longer than its time, or goes on once its client has gone.
import { busy, DisconnectedError, type HttpError } from '../http/error.ts'

export interface WaitOptions {
  /** The longest time of the wait, in ms. */
  timeout: number
  /** Calls back once when the client has disconnected, at once if it already has. @returns what removes the listener */
  onDisconnect?: ((listener: () => void) => () => void) | undefined
}

export interface Wait<T> {
  resolve(value: T): void
  reject(error: unknown): void
  /** Rejects with 503 `Busy`. */
  refuse(): void
  /** Calls back once before the wait ends, however it does. */
  atEnd(step: () => void): void
}

/** Seconds after which a refused client may try again. */
const retryAfter = 5

export function tooBusy(): HttpError {
  return busy(`Too many slow requests are in progress; try again in ${retryAfter} s.`, retryAfter)
}

/**
 * @param begin starts the wait; it is not called for a client that has already gone
 * @throws {HttpError} 503 `Busy` when the time is up; a `DisconnectedError` at once when the client disconnects
 */
export function waitFor<T>(begin: (wait: Wait<T>) => void, options: WaitOptions): Promise<T> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const steps: (() => void)[] = []
    const ending =
      <V>(settle: (value: V) => void) =>
      (value: V) => {
        isOver = true
        for (const step of steps.splice(0)) step()
        settle(value)
      }
    const fail = ending(reject)
    const refuse = () => fail(tooBusy())
    const timer = setTimeout(refuse, Math.max(0, options.timeout))
    steps.push(() => clearTimeout(timer))
    const stop = options.onDisconnect?.(() => fail(new DisconnectedError()))
    if (isOver) return
    if (stop) steps.push(stop)
    begin({ resolve: ending(resolve), reject: fail, refuse, atEnd: (step) => steps.push(step) })
  })
}
