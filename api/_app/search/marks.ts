// Places of a text that are to be marked, and the text as HTML with the marks in it.
import { lazy } from '../../../snapshot/lazy.ts'
import type { Span } from '../../../snapshot/search/runs.ts'
import type { Found } from './matcher.ts'

/** A place to be marked, and the words of the query that were found there. */
export interface Mark extends Span {
  words: string[]
}

/**
 * Those that overlap (a compound and its parts, pairs of CJK) are one.
 * @param found tokens of one text, by their beginnings
 * @returns ascending, apart from each other
 */
export function marksOf(found: readonly Found[]): Mark[] {
  const joined: Mark[] = []
  for (const { word, start, end } of found) {
    const last = joined.at(-1)
    if (last && start < last.end) {
      last.end = Math.max(last.end, end)
      if (last.words.at(-1) !== word) last.words.push(word)
    } else joined.push({ start, end, words: [word] })
  }
  return joined
}

/** How far from a stretch it is looked for where a character surely begins: more than those have units that mean something. */
const farthest = 64

/** What readers see as one character, in a stretch of a text: neither a mark nor a fragment begins or ends inside one. */
export class Characters {
  readonly #text: string
  readonly #stretch: Span
  #segments: { from: number; segments: Intl.Segments } | undefined

  /** @param stretch of which is asked; a few characters more are looked at */
  constructor(text: string, { start, end }: Span) {
    this.#text = text
    this.#stretch = { start, end }
  }

  /** Where the character begins that this place is in; the place itself, where one begins. */
  startAt(place: number): number {
    return this.#around(place)?.start ?? place
  }

  /** Where the character ends that this place is in; the place itself, where one begins. */
  endAt(place: number): number {
    return this.#around(place)?.end ?? place
  }

  /** The marks, of whole characters, those that have come to overlap joined. */
  whole(marks: readonly Span[]): Span[] {
    const joined: Span[] = []
    for (const mark of marks) {
      const start = this.startAt(mark.start)
      const end = this.endAt(mark.end)
      const last = joined.at(-1)
      if (last && start < last.end) last.end = Math.max(last.end, end)
      else joined.push({ start, end })
    }
    return joined
  }

  /** The character that this place parts, if it parts one. */
  #around(place: number): Span | undefined {
    if (this.#surelyParts(place)) return undefined
    this.#segments ??= this.#read()
    const { from, segments } = this.#segments
    const character = segments.containing(place - from)
    if (character === undefined || from + character.index === place) return undefined
    const start = from + character.index
    return { start, end: start + character.segment.length }
  }

  /** Of the stretch only: on a long text the segmenter takes long for each place. */
  #read() {
    const { start, end } = this.#stretch
    let from = Math.max(0, start)
    let to = Math.min(this.#text.length, end)
    while (from > start - farthest && !this.#surelyParts(from)) from--
    while (to < end + farthest && !this.#surelyParts(to)) to++
    return { from, segments: segmenter().segment(this.#text.slice(from, to)) }
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
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

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
