// One term while its lists are put together.
import { PostingList } from './lists.ts'
import { noTerm } from './segment.ts'
import { VoteList } from './votes.ts'

export class TermPostings {
  number = noTerm
  readonly title = new PostingList()
  readonly content = new PostingList()
  readonly votes = new VoteList()
  /** After `join`: the posts that have it in either of them, ascending, the first `count`. */
  entries: Uint32Array
  count = 0
  readonly #title: Uint32Array
  readonly #content: Uint32Array
  readonly #both: Uint32Array

  /** @param posts how many there are */
  constructor(posts: number) {
    this.#title = new Uint32Array(posts)
    this.#content = new Uint32Array(posts)
    this.#both = new Uint32Array(posts)
    this.entries = this.#both
  }

  begin(number: number): void {
    this.number = number
    this.title.clear()
    this.content.clear()
    this.votes.clear()
  }

  /** Few terms are in titles. */
  join(): void {
    const inTitle = this.title.entries(this.#title)
    const inContent = this.content.entries(this.#content)
    if (inTitle > 0 && inContent > 0) {
      this.entries = this.#both
      this.count = union(this.#title, inTitle, this.#content, inContent, this.#both)
      return
    }
    this.entries = inTitle > 0 ? this.#title : this.#content
    this.count = inTitle + inContent
  }
}

/** @returns how many there are */
function union(a: Uint32Array, countA: number, b: Uint32Array, countB: number, into: Uint32Array): number {
  let count = 0
  let i = 0
  let j = 0
  while (i < countA || j < countB) {
    const ofA = i < countA ? a[i]! : noTerm
    const ofB = j < countB ? b[j]! : noTerm
    if (ofA <= ofB) i++
    if (ofB <= ofA) j++
    into[count++] = Math.min(ofA, ofB)
  }
  return count
}
