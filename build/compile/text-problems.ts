// Finds what is probably not meant in a post's text and is not seen in its HTML: where safe HTML or markdown leaves something out,
// and where the syntax of other tools stays as text.
import type { Token, TokensList } from 'marked'
import { conflictsIn, MERGE_CONFLICT } from '../parse/merge-conflict.ts'
import type { Location, LocationAt } from '../problems/location.ts'
import { type Problem, problemAt } from '../problems/problem.ts'
import { almostLinks, mayHoldAlmostLinks } from './almost-links.ts'
import { mayHoldForeignSyntax } from './foreign-syntax.ts'
import type { Loss } from './html/losses.ts'
import { lossProblems } from './html-losses.ts'
import { proseOf, withoutRawCode } from './prose.ts'
import { templateProblems } from './template-text.ts'
import { mayHoldUnseenText, unseenText } from './unseen-text.ts'

interface RenderedText {
  file: string
  markdown: string
  tokens: readonly Token[]
  /** The definitions of reference links. */
  definitions: TokensList['links']
  /** The losses: all that was left out of its HTML. */
  losses: readonly Loss[]
  /** The location of an offset in `markdown`. */
  locationAt: LocationAt
  /** The location of a URL. */
  find: (href: string) => Location
}

export function textProblems(rendered: RenderedText): Problem[] {
  const { file, markdown, tokens, definitions, losses, locationAt, find } = rendered
  const hasTemplates = mayHoldForeignSyntax(markdown)
  const mayConflict = conflictsIn(markdown).length > 0
  const hasAlmostLinks = mayHoldAlmostLinks(markdown)
  const unseen = mayHoldUnseenText(markdown) ? unseenText(markdown, tokens, file, locationAt) : []
  if (losses.length === 0 && !hasTemplates && !mayConflict && !hasAlmostLinks) return unseen
  const prose = proseOf(markdown, tokens)
  return [
    ...unseen,
    ...(mayConflict ? conflictsIn(prose) : []).map(({ offset, length }) =>
      problemAt(file, locationAt(offset, length), MERGE_CONFLICT),
    ),
    ...lossProblems(losses, prose, file, locationAt, find),
    ...(hasTemplates ? templateProblems(prose, file, locationAt) : []),
    ...(hasAlmostLinks ? almostLinks(withoutRawCode(prose), definitions, file, locationAt) : []),
  ]
}
