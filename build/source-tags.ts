// Tags of raw HTML as authors write it, with the places of their attributes. Takes time in proportion to its input.
import { decodeAttribute } from './character-references.ts'

export interface SourceTag {
  /** In lower case. */
  name: string
  closes: boolean
  start: number
  end: number
  attributes: SourceAttribute[]
}

export interface SourceAttribute {
  /** In lower case. */
  name: string
  /** Entities decoded. */
  value: string
  /** With the white space before it. */
  start: number
  end: number
}

const START = /<(\/?)([a-z][^\s/>]*)/gi
const ATTRIBUTE = /[\s/]*([^\s=/>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/y
const END = /[^>]*>?/y

export function* sourceTags(html: string): Generator<SourceTag> {
  START.lastIndex = 0
  for (let found = START.exec(html); found; found = START.exec(html)) {
    const { 1: slash, 2: name = '', index } = found
    const attributes: SourceAttribute[] = []
    let end = START.lastIndex
    for (;;) {
      ATTRIBUTE.lastIndex = end
      const next = ATTRIBUTE.exec(html)
      if (!next) break
      const [written, attribute = '', double, single, bare] = next
      const value = decodeAttribute(double ?? single ?? bare ?? '')
      attributes.push({ name: attribute.toLowerCase(), value, start: end, end: end + written.length })
      end += written.length
    }
    END.lastIndex = end
    end += END.exec(html)![0].length
    START.lastIndex = end
    yield { name: name.toLowerCase(), closes: slash === '/', start: index, end, attributes }
  }
}
