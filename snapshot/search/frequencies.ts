// How often posts say a word, added up list by list: what it is scored by.
import type { Entry } from './postings.ts'

/** What an occurrence counts in a field, by post. */
export type Portions = readonly [title: Float64Array, content: Float64Array]

/** Of one word at a time. */
export class Frequencies {
  /** By post: 0 for those that do not say it. */
  readonly #values: Float64Array
  /** The posts that say it, in the order in which they were found. */
  readonly #entries: Uint32Array
  readonly #portions: Portions
  #count = 0

  /** @param visible how many posts there are: entries below it */
  constructor(visible: Entry, portions: Portions) {
    this.#values = new Float64Array(visible)
    this.#entries = new Uint32Array(visible)
    this.#portions = portions
  }

  /** How many posts say the word. */
  get posts(): number {
    return this.#count
  }

  /**
   * Adds what the lists have. Decodes as it goes, in one loop without calls: by a ByteSource it takes three times as long.
   * @param pieces posting lists end to end, of titles and of texts in turn, cut anywhere
   * @param weight what an occurrence counts of these
   */
  add(pieces: Iterable<Uint8Array>, weight: number): void {
    const values = this.#values
    const entries = this.#entries
    const [titles, texts] = this.#portions
    let portions = texts
    let count = this.#count
    /** Bytes of the present list that are left, and of scheduled posts that are passed over. */
    let left = 0
    let hidden = 0
    let entry: Entry = 0
    let isFrequency = false
    let number = 0
    let shift = 0
    for (const bytes of pieces) {
      for (let at = 0; at < bytes.length; ) {
        if (hidden > 0) {
          const passed = Math.min(hidden, bytes.length - at)
          at += passed
          hidden -= passed
          continue
        }
        const byte = bytes[at++]!
        number |= (byte & 127) << shift
        const isLength = left === 0
        if (!isLength) left--
        if (byte > 127) {
          shift += 7
          continue
        }
        if (isLength) {
          left = number
          entry = 0
          isFrequency = false
          portions = portions === titles ? texts : titles
        } else if (isFrequency) {
          isFrequency = false
          const before = values[entry]!
          if (before === 0) entries[count++] = entry
          values[entry] = before + weight * number * portions[entry]!
        } else {
          entry += number
          isFrequency = true
          if (entry >= values.length) {
            hidden = left
            left = 0
          }
        }
        number = 0
        shift = 0
      }
    }
    this.#count = count
  }

  /** Hands over each post that says the word, and how often; then begins with another one. */
  take(visit: (entry: Entry, frequency: number) => void): void {
    for (let i = 0; i < this.#count; i++) {
      const entry = this.#entries[i]!
      visit(entry, this.#values[entry]!)
      this.#values[entry] = 0
    }
    this.#count = 0
  }
}
