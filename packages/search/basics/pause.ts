// Long work in steps, between which others get a turn.

/**
 * @param steps taken since this was last called, of some nanoseconds each
 * @returns `undefined` to go on at once, else a promise that resolves when it is this work's turn again
 */
export type Pause = (steps?: number) => Promise<void> | undefined

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

/** Makes the function that loads a file once, whoever asks for it; again only if that has failed. */
export function loader(
  files: { load(name: string, pause: Pause): Promise<void> },
  name: string,
): (pause: Pause) => Promise<void> {
  let loading: Promise<void> | undefined
  return (pause) => {
    loading ??= files.load(name, pause).catch((error) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
