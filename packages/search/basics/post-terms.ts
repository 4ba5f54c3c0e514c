// What is known of the words of a post before they are indexed.

/** The words of one text as the search index stores them. */
export interface Terms {
  /** Distinct terms in order of first occurrence. */
  terms: string[]
  /** How often `terms[i]` occurs. */
  frequencies: Uint32Array
  /** The positions of `terms[0]` ascending, then those of `terms[1]`, and so on; counted in words from 0. */
  positions: Uint32Array
  /** By place in `terms`: how the text spells those that are folded, in lower case; where they stand first. */
  spelt?: Record<number, string>
  /** By place in `terms`: how the text writes those that are folded, where they first stand alone within a sentence. */
  written?: Record<number, string>
  /** The same for those that it has only as parts of names, or with a capital where a sentence begins. */
  doubtful?: Record<number, string>
}

/** The terms of a post. */
export interface PostTerms {
  title: Terms
  content: Terms
}

/** Gives terms their numbers. */
export interface TermNumbers {
  /** By number. */
  readonly terms: readonly string[]
  numberOf(term: string): number
}

/** The same, packed as numbers: see packed.ts. */
export interface PackedTerms {
  bytes: Uint8Array
  numbers: TermNumbers
}
