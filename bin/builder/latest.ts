// Builds what the files say now, and nothing that is half written.
import { setTimeout as pause } from 'node:timers/promises'
import type { Builder } from './builder.ts'

/** Builds in a row that are given up because files go on changing. */
const MAX_GIVEN_UP = 3
/** A mistake is shown if nothing has changed for so long: somebody may be in the middle of a save. */
const doubtfulMs = 200

export class LatestBuild {
  readonly #builder: Builder
  #changedAt = 0
  #changes = 0
  #givenUp = 0
  /** The paths that have changed since the last build that has read them; `undefined` if any may have. */
  #unread: ReadonlySet<string> | undefined

  constructor(builder: Builder) {
    this.#builder = builder
  }

  /** A file has changed. */
  readonly changed = (): void => {
    this.#changes++
    this.#changedAt = performance.now()
    if (this.#givenUp < MAX_GIVEN_UP) this.#builder.interrupt()
  }

  /**
   * @param paths that have changed since it was called last; `undefined` if any may have
   * @returns `undefined` if files have changed meanwhile, so that it is to be called again
   */
  async build(options: Omit<Parameters<Builder['attempt']>[0], 'changed'>, paths?: ReadonlySet<string>) {
    const changes = this.#changes
    const changed = this.#unread && paths && new Set([...this.#unread, ...paths])
    this.#unread = undefined
    const result = await this.#builder.attempt({ ...options, changed })
    this.#unread = result ? new Set() : changed
    // Node warns of a time that is over.
    const wait = Math.max(0, this.#changedAt + doubtfulMs - performance.now())
    if (result && !result.written) await pause(wait)
    const isDoubtful = !result?.written && changes !== this.#changes && this.#givenUp < MAX_GIVEN_UP
    this.#givenUp = isDoubtful ? this.#givenUp + 1 : 0
    return isDoubtful ? undefined : result
  }
}
