// Text that was probably meant as a link or an image but is none in markdown.
import type { TokensList } from 'marked'
import { isTemplate } from '../extract/url-reference.ts'
import type { LocationAt } from '../problems/location.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'

/** A fast check that rules out most texts. */
export function mayHoldAlmostLinks(markdown: string): boolean {
  return MAY_HOLD.test(markdown) || (markdown.includes('[[') && markdown.split('\n').some(hasDoubleBrackets))
}

const MAY_HOLD = /\] \(|\]\([^()<\n]* [^\n]*\)/

/** Tells whether a line has `[[` and, behind it, `]]`. Changelogs are full of `[[sha](url)]`. */
function hasDoubleBrackets(line: string): boolean {
  const at = line.indexOf('[[')
  return at !== -1 && line.includes(']]', at)
}

/** `[x](a b.md)`, `![x](a b.png "title")` */
const SPACED = /(!?)\[[^[\]\n]*\]\(([^()<>"'\n]*[^()<>"'\s])(?:\s+(?:"[^"\n]*"|'[^'\n]*'))?\s*\)/g
/** `![x](a.png "one "two" three")` */
const TITLED = /(!?)\[[^[\]\n]*\]\([^\s()<>]+[ \t]+(["'])((?:\\.|(?!\2[ \t]*\))[^\]\n\\]){0,1000})\2[ \t]*\)/g
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
    if (!/\s/.test(url.trim()) || !isAddress(withoutExtras(url)) || isTemplate(url)) continue
    const [message, hint] = spacedMistake(url.trim(), kindOf(mark))
    found.push([index, written.length, message, hint])
  }
  for (const { 0: written, 1: mark, 2: quote = '', 3: title = '', index } of prose.matchAll(TITLED)) {
    if (!title.replace(/\\./g, '').includes(quote)) continue
    const message = `The title ends at the ${quote} within it, so this is no ${kindOf(mark)}.`
    found.push([index, written.length, message, `Write \\${quote} there.`])
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
    const isName = /^[\p{L}\p{N}]/u.test(name) && /\p{L}/u.test(name) && !/^toc$/i.test(name)
    if (!isName || isDefined(name)) continue
    const id = heading.trim().toLowerCase().replace(/\s+/g, '-')
    const path = `${name.trim().replace(/\s/g, '%20')}${/\.\w+$/.test(name) ? '' : '.md'}${id}`
    const message = `${quoted(written)} is not a link in markdown.`
    found.push([index, written.length, message, `Write ${mark}[${text?.trim() || name.trim()}](${path}).`])
  }
  return found.map(([at, length, message, hint]) =>
    problemAt(file, locationAt(at, length), { code: 'almost-link', severity: 'warning', message, hint }),
  )
}

function kindOf(mark: string | undefined): 'link' | 'image' {
  return mark === '' ? 'link' : 'image'
}

/** Returns a message and a hint for an address with a space in it, or with something behind it. */
function spacedMistake(url: string, kind: 'link' | 'image'): [message: string, hint: string] {
  const [, address = '', behind = ''] = /^(\S+)\s+(.*)$/s.exec(url) ?? []
  const [, width = '', height = ''] = /^=(\d*)x(\d*)$/.exec(behind) ?? []
  if (width || height) {
    const sizes = [width && ` width="${width}"`, height && ` height="${height}"`].join('')
    return [`Markdown has no sizes, so this is no ${kind}.`, `Write <img src="${address}"${sizes}>.`]
  }
  const [, title] = /^[“„«](.*)[”“»]$/s.exec(behind) ?? []
  if (title !== undefined)
    return [`Curly quotes begin no title, so this is no ${kind}.`, `Write ${address} "${title}".`]
  const hint = `Write ${url.replace(/\s/g, '%20')}.`
  return [`The space in ${quoted(url)} ends the address, so this is no ${kind}.`, hint]
}

/** Returns `a.png` of `a.png =30x20` and `a.png “A title”`. */
function withoutExtras(url: string): string {
  const [, address = '', behind = ''] = /^(\S+)\s+(.*)$/s.exec(url.trim()) ?? []
  return /^(?:=\d*x\d*|[“„«].*[”“»])$/s.test(behind) ? address : url
}

/** Tells whether a text is an address rather than a remark in parentheses. */
function isAddress(text: string): boolean {
  return /^(?:https?:\/\/|mailto:|www\.|\.{0,2}\/|#)|\/[^\s]|\.[a-z]\w{1,4}(?:[?#]\S*)?$/i.test(text.trim())
}
