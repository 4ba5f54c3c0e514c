// The words of a post before they are indexed.

/** The words of one text as the search index stores them. */
export interface Terms {
  /** Distinct terms in order of first occurrence. */
  terms: string[]
  /** The number of occurrences of `terms[i]`. */
  frequencies: Uint32Array
  /** The positions of `terms[0]` ascending, then those of `terms[1]`, and so on; counted in words from 0. */
  positions: Uint32Array
  /** The spelling in lower case of folded terms where they stand first, by place in `terms`. */
  spelt?: Record<number, string>
  /** The written form of folded terms where they first stand alone within a sentence, by place in `terms`. */
  written?: Record<number, string>
  /** The written form of terms that occur only as parts of names, or with a capital at the beginning of a sentence. */
  doubtful?: Record<number, string>
}

/** The terms of a post. */
export interface PostTerms {
  title: Terms
  content: Terms
}

/** Gives terms their numbers. */
export interface TermNumbers {
  /** The terms by number. */
  readonly terms: readonly string[]
  numberOf(term: string): number
}

/** The terms of a post packed as numbers: see packed.ts. */
export interface PackedTerms {
  bytes: Uint8Array
  numbers: TermNumbers
}
