/** Returns what `work` returns; `undefined` where it throws. */
export function tried<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
