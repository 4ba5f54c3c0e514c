// What counts requests: the part of a limiter that a deployment chooses.

/** What a store tells of one counted request. */
export interface Count {
  allowed: boolean
  remaining: number
  /** The end of the clock-aligned window, in ms since the epoch. */
  windowEnd: number
}
