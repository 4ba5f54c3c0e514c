// Categories and tags: names as written, with slugs that are unique.
import { isSlug, nameOfSlug, slugify } from '../../build/for-import.ts'
import { cut, folded } from '../names.ts'
import { hashOf } from './people.ts'

/** Gathers the names of one kind; two that differ in case only are one. */
export class Labels {
  readonly names = new Map<string, string>()
  readonly #slugs = new Map<string, string>()
  readonly #known: ReadonlyMap<string, string>

  /** @param known slugs that names already have */
  constructor(known: ReadonlyMap<string, string> = new Map()) {
    this.#known = known
  }

  /** The slug of a name. */
  add(name: string): string {
    const key = cut(folded(name).trim(), 2_000)
    const known = this.#slugs.get(key)
    if (known !== undefined) return known
    const given = this.#known.get(name) ?? ''
    const wanted = cut(isSlug(given) ? given : slugify(name), 200) || `label-${hashOf(name)}`
    // `C#` and `c-sharp` give one slug, and are one label.
    if (!this.names.has(wanted))
      this.names.set(wanted, wanted === name ? nameOfSlug(name) : cut(name.trim(), 1_000))
    this.#slugs.set(key, wanted)
    return wanted
  }

  /** Forgets all others. */
  keep(slugs: ReadonlySet<string>): void {
    for (const slug of this.names.keys()) if (!slugs.has(slug)) this.names.delete(slug)
  }
}
