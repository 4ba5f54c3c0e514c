// Joins values that are written together.

/** Always in the same memory: for the system to give new memory takes longer than to copy into it. */
export class Joiner {
  #room = Buffer.alloc(0)

  /** @returns what is valid until the next call */
  join(values: readonly Uint8Array[]): Uint8Array {
    const [only] = values
    if (only && values.length === 1) return only
    const bytes = values.reduce((sum, { length }) => sum + length, 0)
    if (this.#room.length < bytes) this.#room = Buffer.allocUnsafeSlow(bytes + (bytes >> 2))
    let at = 0
    for (const value of values) {
      this.#room.set(value, at)
      at += value.length
    }
    return this.#room.subarray(0, bytes)
  }
}
