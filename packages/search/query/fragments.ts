// Chooses the parts of a long text that best show the words that were found in it.
import type { Span } from '../text/runs.ts'
import { Characters, type Mark } from './marks.ts'

/** Part of a text, and the spans to mark in it. */
interface Fragment extends Span {
  marks: readonly Span[]
}

const maxFragments = 2
/** The longest fragment in UTF-16 units. One that begins and ends between words is a little shorter. */
const maxLength = 160
/** A fragment is shortened by at most this to end with a word; text without spaces is cut between any two characters. */
const longestWord = 40

/**
 * Fragments around the marks that show the most words of the query, then the earliest.
 * @param marks ascending, not overlapping
 * @returns in the order of the text, not overlapping; they and their marks consist of whole characters
 */
export function fragmentsOf(text: string, marks: readonly Mark[]): Fragment[] {
  const short = marks.map(shortened)
  const chosen: Fragment[] = []
  for (let left = short; left.length > 0 && chosen.length < maxFragments; ) {
    const near = densest(left)
    // A fragment contains all of `near`, so it lies within these bounds.
    const characters = new Characters(text, { start: near.end - maxLength, end: near.start + maxLength })
    const core = wholeCore(near, characters)
    const room = roomAround(core, chosen, text)
    const { start, end } = spanAround(core, { text, room, marks: short, characters })
    const inside = short.filter((mark) => mark.start >= start && mark.end <= end)
    chosen.push({ start, end, marks: characters.whole(inside) })
    left = left.filter((mark) => mark.end <= start || mark.start >= end)
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** Cuts a mark longer than a fragment: a line of Chinese may be one mark. */
function shortened(mark: Mark): Mark {
  return mark.end - mark.start <= maxLength ? mark : { ...mark, end: mark.start + maxLength }
}

/** Extended to whole characters, then cut to as many as a fragment may show. */
function wholeCore(core: Span, characters: Characters): Span {
  const start = characters.startAt(core.start)
  const end = characters.endAt(core.end)
  if (end - start <= maxLength) return { start, end }
  const cut = characters.startAt(start + maxLength)
  return { start, end: cut > start ? cut : characters.endAt(start + 1) }
}

/** Returns the span of the neighbouring marks that fit into a fragment and show the most words of the query. */
function densest(marks: readonly Mark[]): Span {
  const counts = new Map<string, number>()
  let best = { start: 0, end: 0, words: 0 }
  let next = 0
  for (const [i, { start, words }] of marks.entries()) {
    while (next < marks.length && (next === i || marks[next]!.end - start <= maxLength)) {
      for (const word of marks[next++]!.words) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    if (counts.size > best.words) best = { start, end: marks[next - 1]!.end, words: counts.size }
    // Starting later shows no more words.
    if (next === marks.length) break
    for (const word of words) {
      if (counts.get(word) === 1) counts.delete(word)
      else counts.set(word, counts.get(word)! - 1)
    }
  }
  return best
}

/** The room between the fragments chosen so far. */
function roomAround({ start, end }: Span, chosen: readonly Fragment[], text: string): Span {
  const before = chosen.filter((fragment) => fragment.end <= start).map((fragment) => fragment.end)
  const after = chosen.filter((fragment) => fragment.start >= end).map((fragment) => fragment.start)
  return { start: Math.max(0, ...before), end: Math.min(text.length, ...after) }
}

interface Surroundings {
  text: string
  /** The span that the fragment may cover. */
  room: Span
  marks: readonly Span[]
  characters: Characters
}

/** Returns a span with as much before as after, if there is as much; whole words, whole characters, whole marks. */
function spanAround(core: Span, { text, room, marks, characters }: Surroundings): Span {
  const spare = Math.max(0, maxLength - (core.end - core.start))
  const from = Math.max(room.start, Math.min(core.start - Math.ceil(spare / 2), room.end - maxLength))
  const start = Math.min(from, core.start)
  const end = Math.max(core.end, Math.min(room.end, start + maxLength))
  const span = { start: wordStart(text, start, core.start), end: wordEnd(text, end, core.end) }
  for (const mark of marks) {
    if (mark.start < span.start && mark.end > span.start) span.start = mark.end
    if (mark.start < span.end && mark.end > span.end) span.end = mark.start
  }
  return { start: characters.endAt(span.start), end: characters.startAt(span.end) }
}

/** The first place between `from` and `to` where a word begins. */
function wordStart(text: string, from: number, to: number): number {
  const part = text.slice(Math.max(0, from - 1), Math.min(to, from + longestWord))
  const space = from === 0 ? /^\s*/.exec(part)! : /\s+/.exec(part)
  return space ? Math.max(0, from - 1) + space.index + space[0].length : from
}

/** The last place between `from` and `to` where a word ends, searched backwards from `to`. */
function wordEnd(text: string, to: number, from: number): number {
  const start = Math.max(from, to - longestWord)
  const part = text.slice(start, to + 1)
  const words = to === text.length ? part.trimEnd() : /^[\s\S]*\S(?=\s)/.exec(part)?.[0]
  return words === undefined || (words === '' && start > from) ? to : start + words.length
}
