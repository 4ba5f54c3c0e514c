// What a search has found in a post, as HTML that a page may show as it is.
import { tokenize } from '../../../snapshot/search/tokenize.ts'
import { textOf } from '../../../snapshot/text.ts'
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

/** @param html the post's content */
export type Highlighter = (title: string, html: string) => Highlights

/** What a reply looks through, in UTF-16 units of HTML: that each post may have its share bounds what a request costs. */
const maxHtml = 500_000

/** @param posts how many the reply shows */
export function highlighterOf(words: readonly MatchedWord[], posts: number): Highlighter {
  const matcher = matcherOf(words)
  const share = Math.floor(maxHtml / posts)
  return (title, html) => highlightsOf({ title, content: textOf(beginningOf(html, share)) }, matcher)
}

/** Where HTML can be cut without parting a word, an entity or a character. */
const seams = ['<', ' ', '\n', '。']

function beginningOf(html: string, most: number): string {
  if (html.length <= most) return html
  return html.slice(0, Math.max(0, ...seams.map((seam) => html.lastIndexOf(seam, most))))
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
