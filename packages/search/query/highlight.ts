// The matches of a search in a post, as HTML that a page may show as it is.

import type { Pause } from '../basics/pause.ts'
import { type Token, tokenParts } from '../text/tokenize.ts'
import { fragmentsOf } from './fragments.ts'
import type { MatchedWord } from './lookup.ts'
import { Characters, markedHtml, marksOf } from './marks.ts'
import { type Found, type Matcher, matcherOf } from './matcher.ts'

/** The text of a post, which is read only as far as it is looked through. */
export interface PostText {
  /** The number of bytes that have to be read for it. */
  length: number
  /** The text of the first `most` bytes, roughly. */
  beginning(most: number, pause: Pause): Promise<string>
}

/** Texts as HTML, with what was found in `<mark>`. */
export interface MarkedTexts {
  title: string
  /** The fragments, at most two; none if the text contains none of the words. */
  content: string[]
}

export type Highlighter = (title: string, content: PostText) => Promise<MarkedTexts>

/** The extent of the text that a reply looks through: this bounds the cost of a request. */
interface Extent {
  /** Bytes of HTML that are read, deflated: of each post all, or nothing. */
  read: number
  /** Bytes of titles and HTML that are looked through. */
  bytes: number
  /** The number of words as `tokenize` counts them. */
  words: number
}
const limits: Extent = { read: 30_000_000, bytes: 150_000, words: 30_000 }
/** Finding more terms takes longer, so less text is looked through for them. */
const maxFullTerms = 8

/**
 * Each post has an equal share of what the reply may look through; what a short one leaves over goes to those after it.
 * Takes turns.
 * @param posts how many the reply shows
 */
export function highlighterOf(words: readonly MatchedWord[], posts: number, turn: Pause): Highlighter {
  const matcher = matcherOf(words)
  const left = extentFor(words)
  let remaining = posts
  return async (title, post) => {
    const share = shareOf(left, remaining--)
    const isRead = post.length <= share.read
    const inTitle = await lookThrough(title.slice(0, share.bytes), matcher, share.words, turn)
    const most = Math.max(0, share.bytes - title.length)
    const content = isRead ? await post.beginning(most, turn) : ''
    const inContent = await lookThrough(content, matcher, share.words - inTitle.words, turn)
    if (isRead) left.read -= post.length
    left.bytes -= Math.min(share.bytes, title.length + (isRead ? post.length : 0))
    left.words -= inTitle.words + inContent.words
    return highlightsOf({ title, content }, { title: inTitle.found, content: inContent.found })
  }
}

function shareOf({ read, bytes, words }: Extent, posts: number): Extent {
  return {
    read: Math.floor(read / posts),
    bytes: Math.floor(bytes / posts),
    words: Math.floor(words / posts),
  }
}

function extentFor(words: readonly MatchedWord[]): Extent {
  const terms = words.reduce((sum, { terms, corrections = terms }) => sum + corrections.length, 0)
  const part = maxFullTerms / Math.max(maxFullTerms, terms)
  return { ...limits, bytes: Math.floor(limits.bytes * part), words: Math.floor(limits.words * part) }
}

/** The number of words that are read before others get a turn. */
const wordsPerTurn = 4_000

/** @returns what was found in the first `most` words of a text, and how many of them there were */
async function lookThrough(
  text: string,
  matcher: Matcher,
  most: number,
  turn: Pause,
): Promise<{ found: Found[]; words: number }> {
  const tokens: Token[] = []
  for (const part of tokenParts(text, wordsPerTurn)) {
    for (const token of part) if (tokens.length < most) tokens.push(token)
    if (tokens.length === most) break
    await turn()
  }
  return { found: matcher(tokens), words: tokens.length }
}

/** Takes plain text; returns it escaped, with what was found in `<mark>`. */
export function highlightsOf(
  { title, content }: { title: string; content: string },
  found: { title: readonly Found[]; content: readonly Found[] },
): MarkedTexts {
  const whole = { start: 0, end: title.length }
  return {
    title: markedHtml(title, whole, new Characters(title, whole).whole(marksOf(found.title))),
    content: fragmentsOf(content, marksOf(found.content)).map((fragment) =>
      markedHtml(content, fragment, fragment.marks),
    ),
  }
}
