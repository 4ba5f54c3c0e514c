// Long work in steps, between which others get a turn.

export interface Pause {
  /**
   * @param steps taken since this was last called, of some nanoseconds each
   * @returns `undefined` to go on at once, else a promise that resolves when it is this work's turn again
   */
  (steps?: number): Promise<void> | undefined
  /** Pauses for work that others wait for, too, and that has to end without this work; left out, these are the same. */
  forOthers?(): Pause
  /**
   * Waits for such work, whoever began it; left out, it is simply waited for.
   * @throws what the work throws, or what says that this work may wait no longer
   */
  until?<T>(work: Promise<T>): Promise<T>
}

/**
 * Visits items in batches, each too little work to be worth splitting. Takes turns.
 * @param visit called with the range of indexes `from` up to, not including, `to`
 */
export async function inTurns(
  pause: Pause,
  count: number,
  batchSize: number,
  visit: (from: number, to: number) => void,
): Promise<void> {
  for (let from = 0; from < count; from += batchSize) {
    visit(from, Math.min(from + batchSize, count))
    await pause()
  }
}
