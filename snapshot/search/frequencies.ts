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
    const visible = this.#visible
    const entries = this.#entries
    const postings = new PostingDecoder(pieces, visible)
    let count = this.#count
    while (postings.next()) {
      const { bytes, end, inTitle } = postings
      const field = inTitle ? this.#titles : this.#texts
      let { entry, frequency, at } = postings
      for (;;) {
        const before = field[entry]!
        if (before === 0) entries[count++] = entry
        field[entry] = before + weight * frequency
        if (at >= end) break
        const step = bytes[at]!
        frequency = bytes[at + 1]!
        if ((step | frequency) > 127 || entry + step >= visible) break
        entry += step
        at += 2
      }
      postings.moveTo(at, entry)
    }
    this.#count = count
  }

  /** Takes out what was added, to start over with the next word. */
  take(): PostFrequencies {
    const { entries, titles, texts } = this.#taken
    let posts = 0
    for (let i = 0; i < this.#count; i++) {
      const entry = this.#entries[i]!
      const title = this.#titles[entry]!
      const text = this.#texts[entry]!
      if ((title | text) === 0) continue
      this.#titles[entry] = 0
      this.#texts[entry] = 0
      entries[posts] = entry
      titles[posts] = title
      texts[posts++] = text
    }
    this.#count = 0
    this.#taken.posts = posts
    return this.#taken
  }
}
