// What @upstash/ratelimit has made of this process's clock, made of another time: it takes no clock.

/** How it calls a script of its sliding window: with the keys of the present window and the one before. */
export interface Call {
  keys: string[]
  /** Requests, the time, the window, and what is to be counted where anything is. */
  args: number[]
}

export class LibraryError extends Error {
  override name = 'LibraryError'
}

/** @throws {LibraryError} where the call is another, and by which time it would count is unknown */
export function shifted({ keys, args }: Call, now: number): Call {
  const [requests, theirs, window, ...others] = args as [number, number, number]
  const [from, to] = [Math.floor(theirs / window), Math.floor(now / window)]
  const moved = keys.map((key, i) => {
    const number = `:${from - i}`
    if (!key.endsWith(number)) throw new LibraryError('@upstash/ratelimit calls its scripts otherwise')
    return `${key.slice(0, -number.length)}:${to - i}`
  })
  return { keys: moved, args: [requests, now, window, ...others] }
}
