// Changes links in the source of a post when files have moved.
import { dirname, relative } from 'node:path/posix'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { blank } from '../compile/prose.ts'
import { type Edit, edited } from '../extract/range.ts'
import { spellings } from '../extract/url-locations.ts'
import { urlTarget } from '../extract/url-reference.ts'
import { literal } from '../problems/literal.ts'

/** The path of a file that has moved, by its path before; both relative to the workspace. */
export type Moved = (path: string) => string

/**
 * @param prose as long as `body`, with white space for what has no links, such as code
 * @param hrefs of the post that may lead to a file that has moved, as they are after decoding
 * @param from the post's path before
 */
export function withLinks(
  body: string,
  prose: string,
  hrefs: readonly string[],
  from: string,
  moved: Moved,
): string {
  const edits = new Map<number, Edit>()
  for (const href of new Set(hrefs)) {
    const target = urlTarget(href, from)
    if (target.to !== 'file') continue
    for (const written of spellings(href)) {
      const text = rewritten(written, moved(from), moved(target.path))
      for (const start of placesOf(written, prose)) {
        if (!edits.has(start)) edits.set(start, { from: start, to: start + written.length, text })
      }
    }
  }
  return edited(body, [...edits.values()]).text
}

/** Prose without what raw HTML shows as it is written; the tags in it stay. */
export function withoutRawText(prose: string): string {
  return prose.replace(/<(pre|code|script|style|textarea|xmp)\b[^>]*>[\s\S]*?<\/\1\s*>/gi, (whole) =>
    whole.replace(/>[^<]*/g, (text) => `>${blank(text.slice(1))}`),
  )
}

/** The offsets of an address, in links and definitions, and in attributes of tags. */
function placesOf(written: string, prose: string): number[] {
  const places: number[] = []
  for (const { 0: tag, index } of prose.matchAll(TAG)) {
    for (const found of tag.matchAll(address(ATTRIBUTE, written))) {
      places.push(index + found.index + found[1]!.length)
    }
  }
  const text = prose.replace(TAG, (tag) => ' '.repeat(tag.length))
  for (const { 1: before = '', index } of text.matchAll(address(LINK, written))) {
    if (isOpened(text, index)) places.push(index + before.length)
  }
  return places
}

function address(before: string, written: string): RegExp {
  return new RegExp(`${before}${literal(written)}(?=[\\s,)>"']|$)`, 'g')
}

/** The beginning of the address of a link or of a definition, and of an attribute or within one. */
const LINK = '(\\]\\(\\s*<?|\\]:\\s*<?)'
const ATTRIBUTE = '(=\\s*["\']?\\s*|,\\s*)'
const TAG = /(?<!\]\(\s*|\]:\s*)<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi

/** The longest label, in UTF-16 units. */
const MAX_LABEL = 10_000

/** Tells whether the bracket at an offset closes one that is open in its paragraph. */
function isOpened(text: string, at: number): boolean {
  const start = Math.max(0, at - MAX_LABEL)
  const label = text.slice(Math.max(start, text.lastIndexOf('\n\n', at)), at)
  let closed = 0
  for (const sign of [...label.replace(/[^[\]]/g, '')].reverse()) {
    if (sign === ']') closed++
    else if (closed-- === 0) return true
  }
  return false
}

/** Returns the address as it is written, except for the part that has changed. */
function rewritten(written: string, base: string, to: string): string {
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(written)!
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const straight = relative(dirname(base), to)
  const name = straight.slice(straight.lastIndexOf('/') + 1)
  const target = urlTarget(`${folder}x`, base)
  const isSameFolder = target.to === 'file' && dirname(target.path) === dirname(normalise(to))
  const encoded = (text: string) =>
    /%/.test(path) || /[\s()<>"'%?#]/.test(text)
      ? encodeURI(text).replace(/[()?#]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
      : text
  return (isSameFolder ? folder + encoded(name) : encoded(straight)) + rest
}
