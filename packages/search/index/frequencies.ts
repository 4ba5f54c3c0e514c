// The frequency of a word in each post, weighted and added up list by list, for scoring.
import { PostingDecoder } from './decode.ts'
import type { Entry } from './postings.ts'

/** The sums for a word; valid until more is added. The code that takes them out sets the frequencies to 0 again. */
export interface PostFrequencies {
  /** The posts with the word, in the order in which they were found; some occur twice. */
  entries: Uint32Array
  /** The weighted frequency in titles and in texts, by entry; 0 for posts without the word. */
  titles: Int32Array
  texts: Int32Array
}

/** Handles one word at a time. All numbers are whole: others cost an allocation each until the code is optimised. */
export class Frequencies {
  readonly #titles: Int32Array
  readonly #texts: Int32Array
  /** A post with the word in both fields is found twice. */
  readonly #entries: Uint32Array
  #count = 0
  readonly #visible: Entry

  /** @param visible how many posts there are: those with entries below it */
  constructor(visible: Entry) {
    this.#titles = new Int32Array(visible)
    this.#texts = new Int32Array(visible)
    this.#entries = new Uint32Array(2 * visible)
    this.#visible = visible
  }

  /**
   * Adds the lists.
   * @param pieces posting lists end to end, of titles and of texts in turn, cut anywhere
   * @param weight what an occurrence in these lists counts: a small whole number
   */
  add(pieces: Iterable<Uint8Array>, weight: number): void {
    const postings = new PostingDecoder(pieces, this.#visible)
    while (postings.next()) {
      const field = postings.inTitle ? this.#titles : this.#texts
      this.#count = addRun(postings, field, this.#entries, this.#count, weight)
    }
  }

  /** Returns the sums, to be taken out; then the next word can be added. */
  take(): PostFrequencies {
    const entries = this.#entries.subarray(0, this.#count)
    this.#count = 0
    return { entries, titles: this.#titles, texts: this.#texts }
  }
}

// The loops are functions of their own, and call none: V8 compiles those soonest, and the first search waits for it (the bench's row
// `search`).

/** @returns how many entries there are then */
function addRun(
  postings: PostingDecoder,
  field: Int32Array,
  entries: Uint32Array,
  known: number,
  weight: number,
): number {
  const { bytes, end, visible } = postings
  let { entry, frequency, at } = postings
  let count = known
  for (;;) {
    const before = field[entry]!
    if (before === 0) entries[count++] = entry
    field[entry] = before + weight * frequency
    if (at >= end) break
    let number = bytes[at]!
    let next = at + 1
    if (number > 127) number = (number & 127) | (bytes[next++]! << 7)
    const isOnce = number & 1
    // No branch: which of the two it is cannot be predicted.
    frequency = isOnce | (bytes[next]! & (isOnce - 1))
    if (number > 0x3fff || frequency > 127 || entry + (number >>> 1) >= visible) break
    entry += number >>> 1
    at = next + 1 - isOnce
  }
  postings.moveTo(at, entry)
  return count
}
