// What counts requests.
import type { Spend } from './spend.ts'

/** What a window tells of one request. */
export interface Count {
  allowed: boolean
  remaining: number
  /** The end of the clock-aligned window, in ms since the epoch. */
  windowEnd: number
}

/** Of each window in turn. Where one of them refuses, none has counted the request. */
export type Counts = readonly Count[]

export function isAdmitted(counts: Counts): boolean {
  return counts.every(({ allowed }) => allowed)
}

/** Sliding windows of several tiers. */
export interface Store {
  /** Counts one request, if every window has room for it; a store that is elsewhere may reject, or never answer. */
  take(spends: readonly Spend[]): Counts | Promise<Counts>
}
