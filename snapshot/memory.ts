// The values that builds keep in memory for the next one of the same process.

export class Memory {
  readonly #values = new Map<new () => object, Map<string, object>>()

  /** Returns the only value of its class and name, made when it is first asked for. */
  of<T extends object>(kind: new () => T, name = ''): T {
    const own = this.#values.get(kind) ?? new Map<string, object>()
    const value = (own.get(name) as T | undefined) ?? new kind()
    this.#values.set(kind, own.set(name, value))
    return value
  }
}
