// The visible posts that have some of the words, if none has all: at least one that distinguishes them from others.
import { Candidates } from '../../../snapshot/search/candidates.ts'
import type { Edition } from '../listing/edition.ts'
import { type MatchedWord, type Sought, soughtBy, visibleIn } from './lookup.ts'
import { markPosts, postsWith } from './match.ts'
import { type Correction, maxReported } from './spelling.ts'
import type { Work } from './work.ts'

/** A word that at least one in this many visible posts has does not distinguish them. */
const commonShare = 3

interface MostWords {
  /** Ascending. */
  posts: Uint32Array
  words: readonly MatchedWord[]
  /** Words that were left out, in the order of the query. */
  omitted: readonly string[]
}

/** Quoted words are required; if there are any, the other words only order the posts. */
export async function postsWithMost(
  edition: Edition,
  { words, missing }: Correction,
  work: Work,
): Promise<MostWords> {
  const present = words.filter((word) => !missing.has(word))
  const quoted = words.filter((word) => word.quoted)
  const reported = (isOmitted: (word: MatchedWord) => boolean) => {
    const omitted = words.filter(isOmitted).map(({ terms: [{ term }] }) => term)
    return [...new Set(omitted)].slice(0, maxReported)
  }
  if (quoted.length > 0) {
    const posts = await postsWith(edition, quoted, work)
    return { posts, words: present, omitted: reported((word) => missing.has(word)) }
  }
  const withDistinguishing = new Uint8Array(visibleIn(edition))
  const withCommon = new Uint8Array(visibleIn(edition))
  const common = new Set<MatchedWord>()
  for (const word of present) {
    const { posts, isDistinguishing } = postsFor(edition, word, work)
    const found = isDistinguishing ? withDistinguishing : withCommon
    for (const entry of posts) found[entry] = 1
    if (!isDistinguishing) common.add(word)
    if (work.isDue) await work.turn()
  }
  const isAllCommon = common.size === present.length
  if (isAllCommon) common.clear()
  return {
    posts: numbersOf(edition, isAllCommon ? withCommon : withDistinguishing),
    words: present.map((word) => (common.has(word) ? { ...word, isCommon: true } : word)),
    omitted: reported((word) => missing.has(word) || common.has(word)),
  }
}

/** The posts that have a word; if it is too common as a beginning, those with the whole word, if that is rare enough. */
function postsFor(
  edition: Edition,
  word: MatchedWord,
  work: Work,
): { posts: Uint32Array; isDistinguishing: boolean } {
  const sought = soughtBy(word)
  const isRare = ({ length }: Uint32Array) => length * commonShare < visibleIn(edition)
  const posts = postsOf(edition, sought, work)
  if (isRare(posts)) return { posts, isDistinguishing: true }
  if (!sought.some(({ prefix }) => prefix)) return { posts, isDistinguishing: false }
  const exactly = sought.map(({ term }) => ({ term, prefix: false }))
  const whole = postsOf(edition, exactly, work)
  return whole.length > 0 && isRare(whole)
    ? { posts: whole, isDistinguishing: true }
    : { posts, isDistinguishing: false }
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
