// The visible posts that have some of the words, where none has all: one at least that distinguishes posts from others.
import { Candidates } from '../../../snapshot/search/candidates.ts'
import type { Edition } from '../listing/edition.ts'
import { type MatchedWord, type Sought, soughtBy, visibleIn } from './lookup.ts'
import { markPosts, postsWith } from './match.ts'
import { type Correction, maxTold } from './spelling.ts'
import type { Work } from './work.ts'

/** A word that as many of the visible posts have as one in so many distinguishes none. */
const commonShare = 3

interface MostWords {
  /** Ascending. */
  posts: Uint32Array
  words: readonly MatchedWord[]
  /** Words that were passed over, in the order of the query. */
  omitted: readonly string[]
}

/** What is in quotes is meant: posts must have it, and then the other words do no more than order them. */
export async function postsWithMost(
  edition: Edition,
  { words, missing }: Correction,
  work: Work,
): Promise<MostWords> {
  const present = words.filter((word) => !missing.has(word))
  const quoted = words.filter((word) => word.quoted)
  const told = (isOmitted: (word: MatchedWord) => boolean) => {
    const omitted = words.filter(isOmitted).map(({ terms: [{ term }] }) => term)
    return [...new Set(omitted)].slice(0, maxTold)
  }
  if (quoted.length > 0) {
    const posts = await postsWith(edition, quoted, work)
    return { posts, words: present, omitted: told((word) => missing.has(word)) }
  }
  const byTelling = new Uint8Array(visibleIn(edition))
  const byCommon = new Uint8Array(visibleIn(edition))
  const common = new Set<MatchedWord>()
  for (const word of present) {
    const { posts, isTelling } = postsFor(edition, word, work)
    const found = isTelling ? byTelling : byCommon
    for (const entry of posts) found[entry] = 1
    if (!isTelling) common.add(word)
    if (work.isDue) await work.turn()
  }
  const isAllCommon = common.size === present.length
  if (isAllCommon) common.clear()
  return {
    posts: numbersOf(edition, isAllCommon ? byCommon : byTelling),
    words: present.map((word) => (common.has(word) ? { ...word, isCommon: true } : word)),
    omitted: told((word) => missing.has(word) || common.has(word)),
  }
}

/** The posts that have a word, or, where its beginning is too common, those with the whole word where that tells more. */
function postsFor(
  edition: Edition,
  word: MatchedWord,
  work: Work,
): { posts: Uint32Array; isTelling: boolean } {
  const sought = soughtBy(word)
  const isFew = ({ length }: Uint32Array) => length * commonShare < visibleIn(edition)
  const posts = postsOf(edition, sought, work)
  if (isFew(posts)) return { posts, isTelling: true }
  if (!sought.some(({ prefix }) => prefix)) return { posts, isTelling: false }
  const exactly = sought.map(({ term }) => ({ term, prefix: false }))
  const whole = postsOf(edition, exactly, work)
  return whole.length > 0 && isFew(whole) ? { posts: whole, isTelling: true } : { posts, isTelling: false }
}

/** Entries of the index, ascending. */
function postsOf(edition: Edition, sought: readonly Sought[], work: Work): Uint32Array {
  const found = new Candidates(visibleIn(edition))
  markPosts(edition, sought, found, work)
  found.settle()
  return found.entries()
}

/** @param found 1 at each entry of the index */
function numbersOf({ workspace }: Edition, found: Uint8Array): Uint32Array {
  const numbers = new Uint32Array(found.length)
  let count = 0
  for (let entry = found.length - 1; entry >= 0; entry--) {
    if (found[entry] === 1) numbers[count++] = workspace.posts - 1 - entry
  }
  return numbers.slice(0, count)
}
