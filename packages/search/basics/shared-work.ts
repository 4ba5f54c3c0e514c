// Work that several requests wait for. It is done once, and does not depend on any one of them: if the request that began it had to
// wait for those that wait for its result, none of them would ever end.
import type { Pause } from './pause.ts'

/** A value that is made when it is first asked for, in turns of its own. If that fails, the next request for it tries again. */
export class SharedWork<T> {
  readonly #make: (pause: Pause) => Promise<T>
  #making: Promise<T> | undefined
  #made: { value: T } | undefined

  constructor(make: (pause: Pause) => Promise<T>) {
    this.#make = make
  }

  /** Whether it has been made, or is being made. */
  get isBegun(): boolean {
    return this.#made !== undefined || this.#making !== undefined
  }

  async get(pause: Pause): Promise<T> {
    if (this.#made) return this.#made.value
    this.#making ??= this.#begin(pause)
    return pause.until ? pause.until(this.#making) : this.#making
  }

  async #begin(pause: Pause): Promise<T> {
    try {
      const value = await this.#make(pause.forOthers?.() ?? pause)
      this.#made = { value }
      return value
    } finally {
      this.#making = undefined
    }
  }
}

/** Makes the function that loads a file once, whoever asks for it. */
export function loader(
  files: { load(name: string, pause: Pause): Promise<void> },
  name: string,
): (pause: Pause) => Promise<void> {
  const loaded = new SharedWork((pause) => files.load(name, pause))
  return (pause) => loaded.get(pause)
}
