// What a search has found in a post, as HTML that a page may show as it is.
import { tokenize } from '../../../snapshot/search/tokenize.ts'
import { fragmentsOf } from './fragments.ts'
import { Characters, markedHtml, marksOf } from './marks.ts'
import type { Matcher } from './matcher.ts'

export interface Highlights {
  /** The whole title. */
  title: string
  /** Up to two stretches of the text; none where it has none of the words. */
  content: string[]
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
