// The waits of a request: none lasts longer than its time, or goes on once its client has gone.
import { busy, DisconnectedError, type HttpError } from '../http/error.ts'

export interface WaitOptions {
  /** How long the wait may last, in ms. */
  timeout: number
  /** Calls back once when the client has disconnected, at once if it already has. @returns what removes the listener */
  onDisconnect?: ((listener: () => void) => () => void) | undefined
}

export interface Wait<T> {
  resolve(value: T): void
  reject(error: unknown): void
  /** Rejects with 503 `Busy`. */
  refuse(): void
}

/** Seconds after which a refused client may try again. */
const retryAfter = 5

export function tooBusy(): HttpError {
  return busy(`Too many slow requests are in progress; try again in ${retryAfter} s.`, retryAfter)
}

/**
 * @param begin starts the wait, and returns what takes it back; it is not called for a client that has already gone
 * @throws {HttpError} 503 `Busy` when the time is up; a `DisconnectedError` at once when the client disconnects
 */
export function waitFor<T>(begin: (wait: Wait<T>) => () => void, options: WaitOptions): Promise<T> {
  const { timeout, onDisconnect } = options
  return new Promise((resolve, reject) => {
    let isOver = false
    const undo: (() => void)[] = []
    const end = () => {
      isOver = true
      for (const step of undo.splice(0)) step()
    }
    const wait: Wait<T> = {
      resolve(value) {
        end()
        resolve(value)
      },
      reject(error) {
        end()
        reject(error)
      },
      refuse: () => wait.reject(tooBusy()),
    }
    const during = (stop: () => void) => (isOver ? stop() : undo.push(stop))
    const timer = setTimeout(wait.refuse, Math.max(0, timeout))
    during(() => clearTimeout(timer))
    if (onDisconnect) during(onDisconnect(() => wait.reject(new DisconnectedError())))
    if (!isOver) during(begin(wait))
  })
}
