// Finds how most posts write a word, from any time on, by the majority vote of Boyer and Moore: the spelling of more than half of the posts
// leads in the end. It needs one number for each word, however many spellings there are.

/** A word that is written in many ways changes its spelling no more often than this. */
const maxChanges = 16

/** A spelling that leads. */
export interface Leading {
  /** Its number. */
  spelling: number
  /** The vote since which it does, counted from 0. */
  since: number
}

/** Takes the votes of the posts that have a word, the oldest first. */
export class SpellingVotes {
  /** The spellings that lead one after the other: at least one if there was a vote that says something. */
  leading: Leading[] = []
  #term = 0
  #count = 0
  /** The spelling that leads, and by how many votes. */
  #latest = 0
  #lead = 0

  /** Call this before the votes of each word. @param term the number of the word as it is in the index */
  begin(term: number): void {
    this.leading = []
    this.#term = term
    this.#count = 0
    this.#lead = 0
  }

  /** Counts this many posts that write the word as it is in the index. */
  usual(posts: number): void {
    if (posts > 0) this.#add(this.#term, posts)
  }

  /** A spelling that may be due to its place only counts if no post is older. */
  weak(spelling: number): void {
    if (this.#count === 0) this.#lead = this.#change(spelling, 0, 0)
    this.#count++
  }

  vote(spelling: number): void {
    this.#add(spelling, 1)
  }

  #add(spelling: number, posts: number): void {
    const first = this.#count
    const lead = this.#lead
    this.#count += posts
    if (first > 0 && spelling === this.#latest) this.#lead = lead + posts
    else if (first > 0 && lead >= posts) this.#lead = lead - posts
    else if (this.leading.length === maxChanges) this.#lead = 0
    else this.#lead = this.#change(spelling, first + lead, posts - lead)
  }

  #change(spelling: number, since: number, lead: number): number {
    this.leading.push({ spelling, since })
    this.#latest = spelling
    return lead
  }
}
