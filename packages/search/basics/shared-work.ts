// Work that several requests wait for. It is done once, and does not depend on any one of them: if the request that began it had to
// wait for those that wait for its result, none of them would ever end.
import type { Pause } from './pause.ts'

/** A value that is made when it is first asked for, in turns of its own. If that fails, the next request for it tries again. */
export class SharedWork<T> {
  readonly #make: (pause: Pause) => Promise<T>
  #work: Promise<T> | undefined
  #isDone = false

  constructor(make: (pause: Pause) => Promise<T>) {
    this.#make = make
  }

  /** Tells whether it has been made, or is being made. */
  get isBegun(): boolean {
    return this.#work !== undefined
  }

  get(pause: Pause): Promise<T> {
    if (this.#work === undefined) {
      this.#work = this.#begin(pause)
      // A failure is no fault of the process when all who waited have gone.
      this.#work.catch(() => {})
    }
    return this.#isDone || !pause.until ? this.#work : pause.until(this.#work)
  }

  async #begin(pause: Pause): Promise<T> {
    try {
      const value = await this.#make(pause.forOthers?.() ?? pause)
      this.#isDone = true
      return value
    } catch (error) {
      this.#work = undefined
      throw error
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
