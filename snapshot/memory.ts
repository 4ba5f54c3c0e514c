// What builds keep in memory for the next one of the same process.

export class Memory {
  readonly #values = new Map<new () => object, object>()

  /** The only one of its class, made when it is first asked for. */
  of<T extends object>(kind: new () => T): T {
    const known = this.#values.get(kind) as T | undefined
    if (known) return known
    const made = new kind()
    this.#values.set(kind, made)
    return made
  }
}
