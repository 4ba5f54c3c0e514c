// What a search found in a post, as HTML that a page may show as it is.
import { type Token, tokenParts } from '../../../snapshot/search/tokenize.ts'
import { jsonTextParts, stringOf } from '../../../snapshot/text/html-text.ts'
import type { Turn } from '../turns/turn.ts'
import type { Highlights } from '../wire.ts'
import { fragmentsOf } from './fragments.ts'
import type { MatchedWord } from './lookup.ts'
import { Characters, markedHtml, marksOf } from './marks.ts'
import { type Found, type Matcher, matcherOf } from './matcher.ts'

/** A post's content, a JSON string in UTF-8. */
export interface StoredHtml {
  /** In bytes. */
  length: number
  /** At least the first `most` bytes, or all of it. */
  beginning(most: number): Uint8Array
}

export type Highlighter = (title: string, html: StoredHtml) => Promise<Highlights>

/** How much a reply looks through: this bounds the cost of a request. */
interface Extent {
  /** Bytes of HTML that are read, deflated: of each post all, or nothing. */
  read: number
  /** Bytes of titles and HTML that are looked through. */
  bytes: number
  /** As `tokenize` counts them. */
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
export function highlighterOf(words: readonly MatchedWord[], posts: number, turn: Turn): Highlighter {
  const matcher = matcherOf(words)
  const left = extentFor(words)
  let remaining = posts
  return async (title, html) => {
    const share = shareOf(left, remaining--)
    const isRead = html.length <= share.read
    const inTitle = await lookThrough(title.slice(0, share.bytes), matcher, share.words, turn)
    const most = Math.max(0, share.bytes - title.length)
    const content = isRead ? await textIn(html, most, turn) : ''
    const inContent = await lookThrough(content, matcher, share.words - inTitle.words, turn)
    if (isRead) left.read -= html.length
    left.bytes -= Math.min(share.bytes, title.length + (isRead ? html.length : 0))
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

/** The text of the first `most` bytes, roughly. Takes turns. */
export async function textIn({ length, beginning }: StoredHtml, most: number, turn: Turn): Promise<string> {
  // A seam right there counts.
  const html = beginning(most + longestSeam)
  let text = ''
  for (const part of jsonTextParts(html, length <= most ? length - 1 : seamBefore(html, most))) {
    text += stringOf(part)
    await turn()
  }
  return text
}

/** Where JSON can be cut without splitting a word, an entity, an escape or a character. */
const seams = ['<', ' ', '。']
/** In bytes. */
const longestSeam = 3

function seamBefore({ buffer, byteOffset, byteLength }: Uint8Array, most: number): number {
  const json = Buffer.from(buffer, byteOffset, byteLength)
  return Math.max(1, lineEnd(json, most), ...seams.map((seam) => json.lastIndexOf(seam, most)))
}

const backslash = 0x5c

/** The last `\n` before `most`, or -1; including the backslashes before it, the first of which surely begins an escape. */
function lineEnd(json: Buffer, most: number): number {
  let at = json.lastIndexOf('\\n', most)
  while (json[at - 1] === backslash) at--
  return at
}

/** How many words are read before others get a turn. */
const wordsPerTurn = 4_000

/** @returns what was found in the first `most` words of a text, and how many of them there were */
async function lookThrough(
  text: string,
  matcher: Matcher,
  most: number,
  turn: Turn,
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
): Highlights {
  const whole = { start: 0, end: title.length }
  return {
    title: markedHtml(title, whole, new Characters(title, whole).whole(marksOf(found.title))),
    content: fragmentsOf(content, marksOf(found.content)).map((fragment) =>
      markedHtml(content, fragment, fragment.marks),
    ),
  }
}
