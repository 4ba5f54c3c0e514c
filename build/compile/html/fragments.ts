// Links to headings and other anchors, within a post and from other files: whether the anchor is there.
import { decoded } from '../../../snapshot/format/address.ts'
import { nearest } from '../../../snapshot/nearest.ts'
import { decodeEntities } from '../../../snapshot/text/entities.ts'
import { PREFIX } from '../../extract/attributes.ts'
import type { Location } from '../../problems/location.ts'
import { type Mistake, type Problem, problemAt, quoted, warning } from '../../problems/problem.ts'
import { guessed } from '../../problems/suggest.ts'

const ANCHOR = /="(?<=\s(?:id|name)=")([^"]+)"/g
const LINK = /<a\s[^<>]*?href="#([^"]*)"/g

/** The ids and names in HTML as we write it. */
export function anchorsIn(html: string): Set<string> {
  return new Set(Array.from(html.matchAll(ANCHOR), ([, id = '']) => decodeEntities(id)))
}

/** A warning for each link in a post's HTML to an anchor that it does not have. */
export function missingAnchors(
  html: string,
  anchors: ReadonlySet<string>,
  file: string,
  find: (href: string) => Location,
): Problem[] {
  return [...html.matchAll(LINK)].flatMap(([, written = '']) => {
    const fragment = decodeEntities(written)
    const mistake = fragmentMistake(fragment, anchors, '')
    return mistake ? [problemAt(file, find(`#${fragment}`), mistake)] : []
  })
}

/**
 * Finds the mistake in the fragment of a link.
 * @param anchors of the post that it leads to
 * @param to what precedes the fragment in the link
 */
export function fragmentMistake(
  fragment: string,
  anchors: ReadonlySet<string>,
  to: string,
): Mistake | undefined {
  const [id = ''] = fragment.split(':~:', 1)
  // Beginnings of paths are for scripts of the page.
  if (/^(?:top)?$|^[/!]/i.test(id)) return undefined
  const names = [id, decoded(id), PREFIX + id, PREFIX + decoded(id)]
  if (names.some((name) => anchors.has(name))) return undefined
  const known = [...anchors]
    .filter((name) => !/^footnote-/.test(name))
    .map((name) => name.replace(PREFIX, ''))
  const guess = likely(decoded(id), known)
  const message = `${to === '' ? 'This post' : quoted(decoded(to))} has no heading ${quoted(decoded(id))}.`
  const hint =
    guess === undefined
      ? 'Write the id of a heading: its words in lower case, with hyphens between them.'
      : guessed(`${to}#${fragment}`, `#${guess}`, `${to}#${guess}`)
  return warning('missing-heading', message, hint)
}

/** The closest name, else one that begins with it or that it begins with. */
function likely(id: string, known: readonly string[]): string | undefined {
  const lower = id.toLowerCase()
  const isBeginning = (name: string) => name.startsWith(`${lower}-`) || lower.startsWith(`${name}-`)
  return known.find((name) => name.toLowerCase() === lower) ?? nearest(id, known) ?? known.find(isBeginning)
}
