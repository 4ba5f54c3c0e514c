// Which headers a target was answered with, so that asking for it again is a lookup: neither its parameters are read
// nor its matches looked for while the edition stays.
import type { Fixed } from '../http/content.ts'

/** Targets remembered, and how long each may be: some megabytes in the worst case. */
const maxTargets = 1_000
const maxLength = 1_024

export class Recall {
  readonly #known = new Map<string, { edition: string; fixed: Fixed }>()

  /** @param edition the key of the present one */
  get(target: string, edition: string): Fixed | undefined {
    const known = this.#known.get(target)
    return known?.edition === edition ? known.fixed : undefined
  }

  set(target: string, edition: string, fixed: Fixed): void {
    if (target.length > maxLength) return
    this.#known.delete(target)
    this.#known.set(target, { edition, fixed })
    if (this.#known.size <= maxTargets) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }
}
