// The visible posts that have some of the words, if none has all: at least one that distinguishes them from others.
import { Candidates } from '../index/candidates.ts'
import { type Correction, maxReported } from './corrections.ts'
import { postsWith, postsWithAny } from './every-word.ts'
import { type MatchedWord, soughtBy } from './lookup.ts'
import type { Searched } from './searched.ts'
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
  searched: Searched,
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
    const posts = await postsWith(searched, quoted, work)
    return { posts, words: present, omitted: reported((word) => missing.has(word)) }
  }
  const withDistinguishing = new Candidates(searched.visible)
  const withCommon = new Candidates(searched.visible)
  const common = new Set<MatchedWord>()
  const counts = new Map<MatchedWord, number>()
  for (const word of present) {
    const { found, isDistinguishing, posts } = postsFor(searched, word, work)
    const matching = isDistinguishing ? withDistinguishing : withCommon
    matching.markBits(found.bits)
    counts.set(word, posts)
    if (!isDistinguishing) common.add(word)
    if (work.isDue) await work.pause()
  }
  const isAllCommon = common.size === present.length
  if (isAllCommon) common.clear()
  const matching = isAllCommon ? withCommon : withDistinguishing
  matching.keepMarked()
  return {
    posts: matching.numbers(searched.posts - 1),
    words: present.map((word) => {
      const counted = { ...word, posts: counts.get(word)! }
      return common.has(word) ? { ...counted, isCommon: true } : counted
    }),
    omitted: reported((word) => missing.has(word) || common.has(word)),
  }
}

interface WordPosts {
  found: Candidates
  isDistinguishing: boolean
  /** The number of posts that have the word, be it as a beginning only. */
  posts: number
}

/** The posts that have a word; if it is too common as a beginning, those with the whole word, if that is rare enough. */
function postsFor(searched: Searched, word: MatchedWord, work: Work): WordPosts {
  const sought = soughtBy(word)
  const isRare = ({ count }: Candidates) => count * commonShare < searched.visible
  const found = postsWithAny(searched, sought, work)
  const posts = found.count
  if (isRare(found)) return { found, isDistinguishing: true, posts }
  if (!sought.some(({ prefix }) => prefix)) return { found, isDistinguishing: false, posts }
  const exactly = sought.map(({ term }) => ({ term, prefix: false }))
  const whole = postsWithAny(searched, exactly, work)
  return whole.count > 0 && isRare(whole)
    ? { found: whole, isDistinguishing: true, posts }
    : { found, isDistinguishing: false, posts }
}
