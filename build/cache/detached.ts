// What is kept of every post while the others are compiled. A string that was cut out of a text keeps all of that text in memory, and
// the name of a file is written once for each of its references.

/** The same plain data with strings of their own; those that are equal are one. */
export function detached<Data>(data: Data): Data {
  return new Copies().of(data) as Data
}

/** V8 copies shorter ones when it cuts them out. */
const MIN_SLICE = 13

/** One for all. */
const noItems: ReadonlySet<unknown> = new Set()

class Copies {
  readonly #strings = new Map<string, string>()
  /** Some are referred to more than once. */
  readonly #objects = new Map<object, object>()

  of(value: unknown): unknown {
    if (typeof value === 'string') return value.length < MIN_SLICE ? value : this.#string(value)
    if (typeof value !== 'object' || value === null) return value
    return this.#objects.get(value) ?? this.#object(value)
  }

  #string(value: string): string {
    const known = this.#strings.get(value)
    if (known !== undefined) return known
    // Whatever else copies it refers to what it was copied from, which takes 32 bytes more.
    const own: string = JSON.parse(JSON.stringify(value))
    this.#strings.set(own, own)
    return own
  }

  #object(value: object): object {
    if (value instanceof Set)
      return value.size === 0 ? noItems : new Set(Array.from(value, (item) => this.of(item)))
    if (Array.isArray(value)) {
      // Not one by one: V8 would make room for 16 more.
      const list = value.map((item) => this.of(item))
      this.#objects.set(value, list)
      return list
    }
    const copy: Record<string, unknown> = {}
    this.#objects.set(value, copy)
    for (const [key, item] of Object.entries(value)) copy[key] = this.of(item)
    return copy
  }
}
