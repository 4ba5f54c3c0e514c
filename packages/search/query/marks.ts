// Places to mark in a text, and the text as HTML with the marks in it.
import { lazy, lazyPattern } from '../basics/lazy.ts'
import type { Span } from '../text/runs.ts'
import type { Found } from './matcher.ts'

/** A place to mark, and the words of the query that were found there. */
export interface Mark extends Span {
  words: string[]
}

/**
 * Joins those that overlap (a name and its parts, pairs of characters).
 * @param found tokens of one text, ordered by their start
 * @returns ascending, not overlapping
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

/** The units outside a span in which a sure boundary is searched for: longer than any meaningful character. */
const maxContext = 64

/** The characters as readers see them, within a span of a text: neither a mark nor a fragment begins or ends inside one. */
export class Characters {
  readonly #text: string
  readonly #span: Span
  #segments: { from: number; segments: Intl.Segments } | undefined

  /** @param span that later questions are about; a few characters around it are read, too */
  constructor(text: string, span: Span) {
    this.#text = text
    this.#span = span
  }

  /** The start of the character that contains this place; the place itself if one starts there. */
  startAt(place: number): number {
    return this.#around(place)?.start ?? place
  }

  /** The end of the character that contains this place; the place itself if one starts there. */
  endAt(place: number): number {
    return this.#around(place)?.end ?? place
  }

  /** The marks extended to whole characters; those that then overlap are joined. */
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

  /** The character that this place would split, if any. */
  #around(place: number): Span | undefined {
    if (this.#isSurelyBoundary(place)) return undefined
    this.#segments ??= this.#read()
    const { from, segments } = this.#segments
    const character = segments.containing(place - from)
    if (character === undefined || from + character.index === place) return undefined
    const start = from + character.index
    return { start, end: start + character.segment.length }
  }

  /** Segments only the span: in a long text, the segmenter takes long for each place. */
  #read() {
    const { start, end } = this.#span
    let from = Math.max(0, start)
    let to = Math.min(this.#text.length, end)
    while (from > start - maxContext && !this.#isSurelyBoundary(from)) from--
    while (to < end + maxContext && !this.#isSurelyBoundary(to)) to++
    return { from, segments: segmenter().segment(this.#text.slice(from, to)) }
  }

  /** Tells whether one character surely ends and another begins here, decided without the rules of Unicode. */
  #isSurelyBoundary(place: number): boolean {
    const text = this.#text
    if (place <= 0 || place >= text.length) return true
    return isPlain(codeBefore(text, place)) && isPlain(text.codePointAt(place)!)
  }
}

/** The code point that ends there. */
function codeBefore(text: string, place: number): number {
  const code = text.codePointAt(place - 2) ?? 0
  return code > 0xffff ? code : text.charCodeAt(place - 1)
}

/** Tells whether it is a letter or symbol that never joins with another. */
function isPlain(code: number): boolean {
  if (code < 0x7f) return code >= 0x20 || code === 0x9 || code === 0xa
  const character = String.fromCodePoint(code)
  return code > 0xffff ? plainBeyond().test(character) : plain().test(character)
}

/** Beyond the first plane: without marks, flags and skin tones. */
const plainBeyond = lazyPattern(String.raw`^(?!\p{M})[\p{Extended_Pictographic}\p{Script=Han}]$`, 'u')
/** Matches plain characters of the first plane; parts of Korean syllables and a few vowels are left out. */
const plain = lazyPattern(
  String.raw`^(?![\u0d4e\u0e33\u0eb3\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff\uff9e\uff9f])[\p{L}\p{N}\p{P}\p{S}\p{Zs}\n\t]$`,
  'u',
)
const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

/**
 * A span of the text as HTML: escaped, the marks in `<mark>`.
 * @param marks inside the span, ascending, not overlapping
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
  return text.replace(/[&<>"']/g, (character) => entities[character]!)
}
