// What counts the requests of one tier.

/** What a store tells of one counted request. */
export interface Count {
  allowed: boolean
  remaining: number
  /** The end of the clock-aligned window, in ms since the epoch. */
  windowEnd: number
}

/** Sliding windows, one for each id, all with the same limit. */
export interface Store {
  /** Counts one request, if the window has room for it; a store that is elsewhere may reject, or never answer. */
  take(id: string): Count | Promise<Count>
}
