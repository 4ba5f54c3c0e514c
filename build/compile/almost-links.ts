// Text that was probably meant as a link or an image but is none in markdown.
import type { TokensList } from 'marked'
import { isTemplate } from '../link/url-reference.ts'
import type { LocationAt } from '../problems/location.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'

/** A fast check that rules out most texts. */
const MAY_HOLD = /\[\[|\] \(|\]\([^()<\n]* [^()\n]*\)/

export function mayHoldAlmostLinks(markdown: string): boolean {
  return MAY_HOLD.test(markdown)
}

/** `[x](a b.md)`, `![x](a b.png "title")` */
const SPACED = /(!?)\[[^[\]\n]*\]\(([^()<>"'\n]*[^()<>"'\s])(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g
/** `[x] (a.md)` */
const APART = /(?<![\]\\!])\[([^[\]\n]+)\] \(([^()\s]+)\)/g
/** `[[name]]`, `[[name|text]]` */
const DOUBLE = /(!?)\[\[([^[\]\n|#]*)(#[^[\]\n|]*)?(?:\|([^[\]\n]*))?\]\](?![([])/g

/** @param prose the text without code @param definitions of reference links */
export function almostLinks(
  prose: string,
  definitions: TokensList['links'],
  file: string,
  locationAt: LocationAt,
): Problem[] {
  const isDefined = (label: string) =>
    Object.hasOwn(definitions, label.trim().toLowerCase().replace(/\s+/g, ' '))
  const found: [at: number, length: number, message: string, hint: string][] = []
  for (const { 0: written, 1: mark, 2: url = '', index } of prose.matchAll(SPACED)) {
    if (!/\s/.test(url.trim()) || !isAddress(url) || isTemplate(url)) continue
    const what = mark === '' ? 'link' : 'image'
    const hint = `Write ${url.trim().replace(/\s/g, '%20')}.`
    found.push([
      index,
      written.length,
      `The space in ${quoted(url.trim())} ends the address, so this is no ${what}.`,
      hint,
    ])
  }
  for (const { 0: written, 1: text = '', 2: url = '', index } of prose.matchAll(APART)) {
    const isTask = /^[ x]$/i.test(text)
    if (isTask || !isAddress(url) || isDefined(text) || text.startsWith('^')) continue
    found.push([
      index,
      written.length,
      'The space between ] and ( makes this text, not a link.',
      `Write [${text}](${url}).`,
    ])
  }
  for (const { 0: written, 1: mark, 2: name = '', 3: heading = '', 4: text, index } of prose.matchAll(
    DOUBLE,
  )) {
    // A name, rather than a condition of a shell, numbers or a footnote.
    if (!/^[\p{L}\p{N}]/u.test(name) || !/\p{L}/u.test(name) || isDefined(name)) continue
    const path = `${name.trim().replace(/\s/g, '%20')}${/\.\w+$/.test(name) ? '' : '.md'}${heading}`
    const message = `${quoted(written)} is not a link in markdown.`
    found.push([index, written.length, message, `Write ${mark}[${(text ?? name).trim()}](${path}).`])
  }
  return found.map(([at, length, message, hint]) =>
    problemAt(file, locationAt(at, length), { code: 'almost-link', severity: 'warning', message, hint }),
  )
}

/** Rather than a remark in parentheses. */
function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:|www\.|\.{0,2}\/|#)|\/[^\s]|\.[a-z]\w{1,4}(?:[?#]\S*)?$/i.test(text.trim())
}
