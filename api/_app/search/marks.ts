// Places of a text that are to be marked, and the text as HTML with the marks in it.
import { lazy } from '../../../snapshot/lazy.ts'
import type { Span } from '../../../snapshot/search/runs.ts'
import type { Found } from './matcher.ts'

/** What readers see as one character: neither a mark nor a fragment begins or ends inside one. */
export class Characters {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  /** Where the character begins that this place is in; the place itself, where one begins. */
  startAt(place: number): number {
    return this.#around(place)?.start ?? place
  }

  /** Where the character ends that this place is in; the place itself, where one begins. */
  endAt(place: number): number {
    return this.#around(place)?.end ?? place
  }

  /** The character that this place parts, if it parts one: looked for between places that surely part none. */
  #around(place: number): Span | undefined {
    if (this.#surelyParts(place)) return undefined
    let from = place - 1
    let to = place + 1
    while (from > place - farthest && !this.#surelyParts(from)) from--
    while (to < place + farthest && !this.#surelyParts(to)) to++
    const segments = segmenter().segment(this.#text.slice(from, to))
    const { index, segment } = segments.containing(place - from)!
    return from + index === place ? undefined : { start: from + index, end: from + index + segment.length }
  }

  /** Whether one character ends here and another begins, as can be told without the rules of Unicode. */
  #surelyParts(place: number): boolean {
    const text = this.#text
    return (
      place <= 0 || place >= text.length || (plain().test(text[place - 1]!) && plain().test(text[place]!))
    )
  }
}

/** Letters and signs that never join with their like; left out are parts of Korean syllables and a few vowels. */
const plain = lazy(
  () =>
    /^(?![\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f])[\p{L}\p{N}\p{P}\p{S}\p{Zs}\n\t]$/u,
)
/** More than any character has units that means something. */
const farthest = 500
/** Asked of a short stretch only: on a long text it takes long for each place. */
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/** A place to be marked, and the words of the query that were found there. */
export interface Mark extends Span {
  words: string[]
}

/**
 * Of whole characters; those that overlap (a compound and its parts, pairs of CJK) are one.
 * @param found tokens of one text
 * @returns ascending, apart from each other
 */
export function marksOf(found: readonly Found[], characters: Characters): Mark[] {
  const marks = found.map(({ word, start, end }) => {
    return { start: characters.startAt(start), end: characters.endAt(end), words: [word] }
  })
  const joined: Mark[] = []
  for (const mark of marks.sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1)
    if (last && mark.start < last.end) {
      last.end = Math.max(last.end, mark.end)
      last.words.push(...mark.words)
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
