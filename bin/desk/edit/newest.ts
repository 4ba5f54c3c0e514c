// Work that is only wanted of the newest of several requests: one at a time, and what waits makes room for what comes after it.

/** Makes the function that does work for a key; `undefined` if it was not done, since other work for the key has come. */
export function newestOnly(): <T>(key: string, work: () => Promise<T>) => Promise<T | undefined> {
  const running = new Map<string, Promise<unknown>>()
  const giveUp = new Map<string, () => void>()
  return async (key, work) => {
    giveUp.get(key)?.()
    const before = running.get(key)
    const isNext =
      !before ||
      (await new Promise<boolean>((resolve) => {
        giveUp.set(key, () => resolve(false))
        before.then(() => resolve(true))
      }))
    if (!isNext) return undefined
    giveUp.delete(key)
    const own = work()
    const done = own.catch(() => {}).then(() => void (running.get(key) === done && running.delete(key)))
    running.set(key, done)
    return own
  }
}
