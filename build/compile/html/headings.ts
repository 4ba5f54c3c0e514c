// The headings of a post: those in raw HTML get ids, too, and all together are its table of contents.
import { decodeEntities } from '../../../snapshot/text/entities.ts'
import { textOf } from '../../../snapshot/text/html-text.ts'
import type { Heading } from '../../../snapshot/types.ts'
import type { HeadingSlugger } from '../markdown/heading-ids.ts'
import { escapeHtml } from './escape-html.ts'

/** A longer table of contents helps nobody, and every reply that has it would be as long. */
const MAX_HEADINGS = 1_000

/** The attribute that marks the heading of the footnotes, which belongs to no table of contents. */
export const FOOTNOTES_HEADING = 'data-footnotes-heading'

/** Elements whose content is text, and headings, as sanitize-html writes them: values contain no `<` or `>`. */
export const RAW_TEXT =
  '<(script|style|iframe|noembed|noframes|textarea|title|xmp)\\b[^<>]*>[\\s\\S]*?</\\1\\s*>'
const RAW_TEXTS = new RegExp(RAW_TEXT, 'g')
const TAG = new RegExp(`${RAW_TEXT}|<(/?)h([1-6])((?:\\s[^<>]*)?)>`, 'g')
const ID = /\sid(?:="([^"]*)")?(?=[\s/]|$)/
const FOOTNOTE_MARK = /<sup><a [^>]*data-footnote-ref[^>]*>[^<]*<\/a><\/sup>/g

interface FoundHeading {
  level: number
  /** The offset after the name of its tag. */
  at: number
  attributes: string
  inner: string
}

/**
 * @param html safe, or of an author who is trusted
 * @param anchors all ids and names in it; gets those that are added
 * @param slugger gives ids to those that have none
 */
export function withHeadings(
  html: string,
  anchors: Set<string>,
  slugger: HeadingSlugger,
): { html: string; headings: Heading[] } {
  const headings: Heading[] = []
  const parts: string[] = []
  let end = 0
  for (const { level, at, attributes, inner } of headingsIn(html)) {
    const written = ID.exec(attributes)
    let id = decodeEntities(written?.[1] ?? '')
    if (id === '') {
      // The contents of scripts and the like are no text of the heading.
      const shown = inner.replace(RAW_TEXTS, '')
      do id = slugger.idOf(shown)
      while (id === '' || anchors.has(id))
      anchors.add(id)
      const from = at + (written?.index ?? 0)
      parts.push(html.slice(end, from), ` id="${escapeHtml(id)}"`)
      end = from + (written?.[0].length ?? 0)
    }
    if (attributes.includes(FOOTNOTES_HEADING) || headings.length === MAX_HEADINGS) continue
    const text = lineOf(inner)
    if (text !== '') headings.push({ level, id, text })
  }
  return { html: parts.join('') + html.slice(end), headings }
}

/** The text of an element in one line, without footnote marks. */
export function lineOf(html: string): string {
  return textOf(html.replace(FOOTNOTE_MARK, '')).replace(/\s+/gu, ' ').trim()
}

/** Finds headings: one that is not closed ends where the next one begins. */
function* headingsIn(html: string): Generator<FoundHeading> {
  let open: (Omit<FoundHeading, 'inner'> & { from: number }) | undefined
  for (const { 0: tag, 1: raw, 2: slash, 3: level, 4: attributes = '', index } of html.matchAll(TAG)) {
    if (raw !== undefined) continue
    if (open) yield { ...open, inner: html.slice(open.from, index) }
    const own = { level: Number(level), at: index + '<h1'.length, attributes, from: index + tag.length }
    open = slash === '' ? own : undefined
  }
  if (open) yield { ...open, inner: html.slice(open.from) }
}
