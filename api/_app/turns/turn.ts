// Turns on the event loop, which all requests share: long work asks at every step whether it is somebody else's turn.
import type { Pause } from '../../../packages/search/basics/pause.ts'

/** One request's share of the event loop. What others wait for, too, needs no slot of this request. */
export interface Turn extends Pause {
  /**
   * Announces work before it begins: long work lets short work go first.
   * @param bytes that are going to be read or made
   * @returns what asking returns
   */
  expect(bytes: number): Promise<void> | undefined
  /** Returns the length of the work: each rank takes about twice the time of the one before. */
  rank(): number
  /** True if equally long work takes turns with it: its memory is bounded by its reader. */
  isBounded?: boolean
  /** The permission of admitted work: while it waits for its turn, or for shared work, others may be admitted in its place. */
  ticket?: { pause(): void; proceed(): Promise<void> | undefined } | undefined
}

/** The bytes that a stream is expected to read and make, since its length is not known. */
export const streamBytes = 16 * 2 ** 20

export type Patience = <T>(work: Promise<T>) => Promise<T>

/** Gives each request its turns. */
export interface Scheduler {
  /**
   * @param client whose request it is, by the key that it is counted under
   * @param patience waits for shared work for as long as this request may
   */
  turnFor(client: () => string, patience?: Patience): Turn
  /** Starts the clock before work that may take long and cannot ask: whoever asks after it yields sooner. */
  begin(): void
}

/** Nobody ever waits. */
export const unscheduled: Scheduler = {
  turnFor: () => Object.assign(() => undefined, { expect: () => undefined, rank: () => 0 }),
  begin() {},
}

/**
 * Milliseconds since some moment, which never go back. `performance.now` would do, but the first call in a process takes one or
 * two of them.
 */
export function monotonicNow(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e3 + nanoseconds / 1e6
}
