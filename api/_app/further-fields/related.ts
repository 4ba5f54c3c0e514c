// Posts that have most in common with one: found like the posts of a search for its own rarest words, in the same columns, and
// by the tags that they share. All figures are of visible posts only.

import { lazyPattern } from '../../../packages/search/basics/lazy.ts'
import { compareCodePoints } from '../../../packages/search/basics/order.ts'
import { inTurns, type Pause } from '../../../packages/search/basics/pause.ts'
import { SharedWork } from '../../../packages/search/basics/shared-work.ts'
import {
  countVisible,
  type MatchedWord,
  type Scores,
  scoresOf,
  tokenParts,
  Work,
} from '../../../packages/search/index.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { Admit } from '../admission/admission.ts'
import type { Edition } from '../listing/edition.ts'
import { postsAtOnce } from '../listing/matches.ts'
import { metaOf } from '../listing/metadata.ts'
import { textIn } from '../listing/stored-html.ts'
import type { Turn } from '../turns/turn.ts'

/** The number of related posts. */
export const maxRelated = 5
/** The bytes of HTML that are looked through in a post: its subject shows early. */
const maxBytes = 12_000
/** The number of its most frequent words that are looked up; the rarest of these are searched for. */
const maxLookedUp = 128
const maxWords = 32
/** A word that a larger share of the posts has is no kinship; `least` posts may always have it, and never more than `most`. */
const common = { share: 0.1, least: 8, most: 500 } as const
/** A tag counts for this many times as much as a word that is as rare. */
const tagWeight = 1.5
/** The part of the best score below which a match is chance. */
const leastShare = 0.15

/** Results by edition and post; they are forgotten when there are too many. */
const known = new WeakMap<Edition, Map<PostNumber, SharedWork<PostNumber[]>>>()
const maxKnown = 20_000

/** Returns the best posts first, equally good ones in list order; fewer if no more share anything. Takes turns. */
export function relatedTo(edition: Edition, post: PostNumber, turn: Turn): Promise<PostNumber[]> {
  const ofEdition = known.get(edition) ?? new Map<PostNumber, SharedWork<PostNumber[]>>()
  known.set(edition, ofEdition)
  let found = ofEdition.get(post)
  if (found === undefined) {
    if (ofEdition.size === maxKnown) ofEdition.clear()
    found = new SharedWork((pause) => findRelated(edition, post, pause))
    ofEdition.set(post, found)
  }
  return found.get(turn)
}

/** Finds the related posts of several posts, in its turn if they are many; then they are known. */
export async function findAllRelated(
  edition: Edition,
  posts: readonly PostNumber[],
  admit: Admit,
  turn: Turn,
): Promise<void> {
  const unknown = posts.filter((post) => !known.get(edition)?.get(post)?.isBegun)
  const find = async () => {
    for (const post of unknown) await relatedTo(edition, post, turn)
  }
  await turn.expect(unknown.length * bytesRead)
  await (unknown.length > maxAtOnce ? admit(find) : find())
}

/** The number of posts whose related posts are found without admission: those of one take a few milliseconds. */
const maxAtOnce = 3
/** The bytes that are read for related posts, roughly. */
const bytesRead = 500_000

async function findRelated(edition: Edition, post: PostNumber, turn: Pause): Promise<PostNumber[]> {
  const words = await rareWords(edition, post, turn)
  const scores = await scoresOf(edition.search, words, new Work(edition.search.visible, turn))
  await addTags(edition, post, scores, turn)
  return best(edition, post, scores)
}

/** Finds the words of a post that few others have. */
async function rareWords(edition: Edition, post: PostNumber, turn: Pause): Promise<MatchedWord[]> {
  const { visible } = edition.search
  const most = mostPosts(visible)
  const work = new Work(visible, turn)
  const words: (MatchedWord & { term: string; weight: number })[] = []
  for (const [term, frequency] of await frequentWords(edition, post, turn)) {
    // Its own title and text count as two.
    const posts = countVisible(edition.search, [{ term, prefix: false }], most)
    work.note(posts + perLookUp)
    if (work.isDue) await work.pause()
    if (posts < 2 || posts > most) continue
    const times = (frequency === 1 ? mentioned : 1 + Math.log(frequency)) * rarity(posts, visible)
    const terms = [{ term, prefix: false, offset: 0 }] as const
    words.push({ terms, quoted: false, times, term, weight: times * rarity(posts, visible) })
  }
  words.sort((a, b) => b.weight - a.weight || compareCodePoints(a.term, b.term))
  return words.slice(0, maxWords)
}

/** The weight of a word that occurs once: it need not be the subject of the post. */
const mentioned = 0.4

/** Steps to find a term in the dictionary, about. */
const perLookUp = 200

/** The words of a post with letters in them: years and other numbers are no kinship. The most frequent first. */
async function frequentWords(edition: Edition, post: PostNumber, turn: Pause): Promise<[string, number][]> {
  const { title } = metaOf(edition, post)[0]!
  const { html } = edition
  const stored = { length: html.length(post), beginning: (most: number) => html.beginning(post, most) }
  const text = await textIn(stored, maxBytes, turn)
  const frequencies = new Map<string, number>()
  // The words of the title are the subject of the post.
  for (const part of [title.slice(0, maxBytes), title.slice(0, maxBytes), text]) {
    // The parts of node.js and of a host are words by themselves, but no others than the whole.
    let dottedEnd = 0
    for (const tokens of tokenParts(part, wordsPerTurn)) {
      for (const { term, start, end } of tokens) {
        if (start < dottedEnd) continue
        if (term.includes('.')) dottedEnd = end
        frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
      }
      await turn()
    }
  }
  const words = [...frequencies].filter(([term]) => isTelling(term))
  return words.sort(([, a], [, b]) => b - a).slice(0, maxLookedUp)
}

/** Tells whether a term can be a subject: a letter, a number or `can't` cannot. */
function isTelling(term: string): boolean {
  return term.length > 1 && !term.includes("'") && letter().test(term)
}

const wordsPerTurn = 1_000

/** Adds the worth of a post's tags to the scores of posts that share them. */
async function addTags(
  { workspace, first }: Edition,
  post: PostNumber,
  scores: Scores,
  turn: Pause,
): Promise<void> {
  const { list, tags, posts } = workspace
  const { starts, values } = list.tags
  const sharing = new Map<number, PostNumber[]>()
  for (const tag of values.subarray(starts[post], starts[post + 1])) {
    if (!isOfTime(tags[tag]!)) sharing.set(tag, [])
  }
  if (sharing.size === 0) return
  await inTurns(turn, posts - first, postsAtOnce, (from, to) => {
    for (let number = first + from; number < first + to; number++) {
      for (let i = starts[number]!; i < starts[number + 1]!; i++) sharing.get(values[i]!)?.push(number)
    }
  })
  const visible = posts - first
  for (const numbers of sharing.values()) {
    if (numbers.length > Math.max(common.least, visible / 3)) continue
    const worth = tagWeight * rarity(numbers.length, visible) ** 2
    for (const number of numbers) scores[number]! += worth
  }
}

/** Tells whether a tag is a time, such as `2019`, `year-2019` or `2019-05`: posts of one time need not be about the same thing. */
function isOfTime({ slug, name }: { slug: string; name: string }): boolean {
  return [slug, name].some((label) => !letter().test(label) || year().test(label))
}

const letter = lazyPattern(String.raw`\p{L}`, 'u')
const year = lazyPattern(String.raw`(?<![\p{L}\p{N}])(?:19|20)\d\d(?![\p{L}\p{N}])`, 'u')

/** Returns a weight: the fewer posts have something, the more it counts. */
function rarity(posts: number, visible: number): number {
  return Math.log((visible + 1) / posts)
}

/** Returns the number of posts in which a word of kinship may be at most. */
function mostPosts(visible: number): number {
  return Math.min(common.most, Math.max(common.least, Math.floor(common.share * visible)))
}

function best({ workspace, first }: Edition, post: PostNumber, scores: Scores): PostNumber[] {
  const others = Array.from({ length: workspace.posts - first }, (_, i) => first + i).filter(
    (number) => number !== post && scores[number]! > 0,
  )
  const least = leastShare * others.reduce((most, number) => Math.max(most, scores[number]!), 0)
  return others
    .filter((number) => scores[number]! >= least)
    .sort((a, b) => scores[b]! - scores[a]! || a - b)
    .slice(0, maxRelated)
}
