// Places of a text that are to be marked, and the text as HTML with the marks in it.
import { once } from '../../../snapshot/once.ts'
import type { Span } from '../../../snapshot/search/runs.ts'
import type { Token } from '../../../snapshot/search/tokenize.ts'

/** What readers see as one character: neither a mark nor a fragment begins or ends inside one. */
export class Characters {
  readonly #length: number
  readonly #segments: Intl.Segments

  constructor(text: string) {
    this.#length = text.length
    this.#segments = segmenter().segment(text)
  }

  /** Where the character begins that this place is in; the place itself, where one begins. */
  startAt(place: number): number {
    return this.#segments.containing(place)?.index ?? Math.min(place, this.#length)
  }

  /** Where the character ends that this place is in; the place itself, where one begins. */
  endAt(place: number): number {
    const character = this.#segments.containing(place)
    if (character === undefined || character.index === place) return Math.min(place, this.#length)
    return character.index + character.segment.length
  }
}

const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** A place to be marked, and the words that were found there. */
export interface Mark extends Span {
  terms: string[]
}

/**
 * Of whole characters; those that overlap (a compound and its parts, pairs of CJK) are one.
 * @param found tokens of one text
 * @returns ascending, apart from each other
 */
export function marksOf(found: readonly Token[], characters: Characters): Mark[] {
  const marks = found.map(({ term, start, end }) => {
    return { start: characters.startAt(start), end: characters.endAt(end), terms: [term] }
  })
  const joined: Mark[] = []
  for (const mark of marks.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && mark.start < last.end) {
      last.end = Math.max(last.end, mark.end)
      last.terms.push(...mark.terms)
    } else joined.push(mark)
  }
  return joined
}

/**
 * A stretch of the text as HTML: escaped, the marks in `<mark>`.
 * @param marks inside the stretch, ascending, apart from each other
 */
export function markedHtml(text: string, { start, end }: Span, marks: readonly Span[]): string {
  let html = ''
  let at = start
  for (const mark of marks) {
    html += `${escaped(text.slice(at, mark.start))}<mark>${escaped(text.slice(mark.start, mark.end))}</mark>`
    at = mark.end
  }
  return html + escaped(text.slice(at, end))
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign]!)
}
