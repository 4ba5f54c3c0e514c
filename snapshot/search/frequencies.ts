// How often a word occurs in each post, weighted and added up list by list, for scoring.
import { PostingDecoder } from './decode.ts'
import type { Entry } from './postings.ts'

/** As columns; valid until the next word's. */
export interface PostFrequencies {
  /** How many posts have the word. */
  posts: number
  entries: Int32Array
  /** How often it occurs in titles and in texts, weighted. */
  titles: Int32Array
  texts: Int32Array
}

/** Handles one word at a time. All numbers are whole: others cost an allocation each until the code is optimised. */
export class Frequencies {
  /** By post: 0 for those without the word. */
  readonly #titles: Int32Array
  readonly #texts: Int32Array
  /** The posts with the word, in the order in which they were found; those with it in both fields twice. */
  readonly #entries: Uint32Array
  readonly #taken: PostFrequencies
  readonly #visible: Entry
  #count = 0

  /** @param visible how many posts there are: those with entries below it */
  constructor(visible: Entry) {
    const column = () => new Int32Array(visible)
    this.#titles = column()
    this.#texts = column()
    this.#taken = { posts: 0, entries: column(), titles: column(), texts: column() }
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

  /** Takes out what was added, to start over with the next word. */
  take(): PostFrequencies {
    this.#taken.posts = takeAll(this.#entries, this.#count, this.#titles, this.#texts, this.#taken)
    this.#count = 0
    return this.#taken
  }
}

// The loops are functions of their own, and call none: those are compiled in a tenth of the time, while a search waits.

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

/** Sets to 0 what it takes. @returns how many posts they are */
function takeAll(
  found: Uint32Array,
  count: number,
  inTitles: Int32Array,
  inTexts: Int32Array,
  { entries, titles, texts }: PostFrequencies,
): number {
  let posts = 0
  for (let i = 0; i < count; i++) {
    const entry = found[i]!
    const title = inTitles[entry]!
    const text = inTexts[entry]!
    if ((title | text) === 0) continue
    inTitles[entry] = 0
    inTexts[entry] = 0
    entries[posts] = entry
    titles[posts] = title
    texts[posts++] = text
  }
  return posts
}
