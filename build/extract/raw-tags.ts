// Finds tags in raw HTML as authors write it, with the offsets of their attributes. Takes linear time.
import { decodeAttribute } from './character-references.ts'

export interface SourceTag {
  /** The name in lower case. */
  name: string
  closes: boolean
  /** True if it is in a comment. */
  inComment: boolean
  start: number
  end: number
  attributes: SourceAttribute[]
}

export interface SourceAttribute {
  /** The name in lower case. */
  name: string
  /** Entities decoded. */
  value: string
  /** The start of the attribute, with the white space before it. */
  start: number
  end: number
}

const START = /<(\/?)([a-z][^\s/>]*)/gi
const COMMENT_OR_START = new RegExp(`<!--|${START.source}`, 'gi')
const ATTRIBUTE = /[\s/]*([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>"'][^\s>]*)))?/y
const END = /[^>]*>?/y

/** @param comment what `html` is the inside of, if it is that of one, and how much precedes it */
export function* sourceTags(html: string, comment?: { before: number }): Generator<SourceTag> {
  const { before = 0 } = comment ?? {}
  const starts = new RegExp(comment ? START : COMMENT_OR_START)
  for (let match = starts.exec(html); match; match = starts.exec(html)) {
    const { 1: slash, 2: name, index } = match
    if (name === undefined) {
      const closing = html.indexOf('-->', starts.lastIndex)
      const inner = html.slice(starts.lastIndex, closing === -1 ? html.length : closing)
      yield* sourceTags(inner, { before: starts.lastIndex })
      starts.lastIndex += inner.length
      continue
    }
    const attributes: SourceAttribute[] = []
    let end = starts.lastIndex
    for (;;) {
      ATTRIBUTE.lastIndex = end
      const next = ATTRIBUTE.exec(html)
      if (!next) break
      const [written, attribute = '', double, single, bare] = next
      const value = decodeAttribute(double ?? single ?? bare ?? '')
      const start = before + end
      attributes.push({ name: attribute.toLowerCase(), value, start, end: start + written.length })
      end += written.length
    }
    END.lastIndex = end
    end += END.exec(html)![0].length
    starts.lastIndex = end
    yield {
      name: name.toLowerCase(),
      closes: slash === '/',
      inComment: comment !== undefined,
      start: before + index,
      end: before + end,
      attributes,
    }
  }
}
