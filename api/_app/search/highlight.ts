// What a search has found in a post, as HTML that a page may show as it is.
import { tokenize } from '../../../snapshot/search/tokenize.ts'
import { textOf } from '../../../snapshot/text/html-text.ts'
import { fragmentsOf } from './fragments.ts'
import type { MatchedWord } from './lookup.ts'
import { Characters, markedHtml, marksOf } from './marks.ts'
import { type Matcher, matcherOf } from './matcher.ts'

export interface Highlights {
  /** The whole title. */
  title: string
  /** Up to two stretches of the text; none where it has none of the words. */
  content: string[]
}

/** @param html the post's content, as a JSON string in UTF-8 */
export type Highlighter = (title: string, html: Uint8Array) => Highlights

/** What a reply looks through, in bytes of such strings: this bounds what a request costs. */
const maxBytes = 150_000
/** To find more terms takes longer, so that what is looked through for them is less. */
const fewTerms = 8

/**
 * Each post has an equal share of what the reply may look through; what a short one leaves, those behind it have.
 * @param posts how many the reply shows
 */
export function highlighterOf(words: readonly MatchedWord[], posts: number): Highlighter {
  const matcher = matcherOf(words)
  let left = bytesFor(words)
  let waiting = posts
  return (title, html) => {
    const share = Math.floor(left / waiting--)
    left -= Math.min(share, html.length)
    return highlightsOf({ title, content: textOf(beginningOf(html, share)) }, matcher)
  }
}

function bytesFor(words: readonly MatchedWord[]): number {
  const terms = words.reduce((sum, { terms, instead = terms }) => sum + instead.length, 0)
  return Math.floor((maxBytes * fewTerms) / Math.max(fewTerms, terms))
}

/** Where JSON can be cut without parting a word, an entity, an escape or a character. */
const seams = ['<', ' ', '。']

function beginningOf({ buffer, byteOffset, byteLength }: Uint8Array, most: number): string {
  const json = Buffer.from(buffer, byteOffset, byteLength)
  if (json.length <= most) return JSON.parse(json.toString())
  const end = Math.max(1, lineEnd(json, most), ...seams.map((seam) => json.lastIndexOf(seam, most)))
  return JSON.parse(`${json.toString('utf8', 0, end)}"`)
}

const backslash = 0x5c

/** The last one before `most`, or -1; with the backslashes before it, the first of which surely begins an escape. */
function lineEnd(json: Buffer, most: number): number {
  let at = json.lastIndexOf('\\n', most)
  while (json[at - 1] === backslash) at--
  return at
}

/** Both plain text on the way in; escaped, with what was found in `<mark>`, on the way out. */
export function highlightsOf(
  { title, content }: { title: string; content: string },
  matcher: Matcher,
): Highlights {
  const inTitle = placesIn(title, matcher)
  const inContent = placesIn(content, matcher)
  return {
    title: markedHtml(title, { start: 0, end: title.length }, inTitle.marks),
    content: fragmentsOf(content, inContent.marks, inContent.characters).map((fragment) =>
      markedHtml(content, fragment, fragment.marks),
    ),
  }
}

function placesIn(text: string, matcher: Matcher) {
  const characters = new Characters(text)
  return { characters, marks: marksOf(matcher(tokenize(text)), characters) }
}
