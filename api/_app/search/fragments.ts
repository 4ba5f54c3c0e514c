// Which stretches of a long text show best what was found in it.
import type { Span } from '../../../snapshot/search/runs.ts'
import { Characters, type Mark } from './marks.ts'

/** A stretch of a text, and what is to be marked in it. */
interface Fragment extends Span {
  marks: readonly Span[]
}

const mostFragments = 2
/** In UTF-16 units. A fragment that begins and ends between words is a little shorter. */
const maxLength = 160
/** How far a fragment is cut back to the end of a word; text without spaces is cut between any two characters. */
const longestWord = 40

/**
 * Around the marks that show the most words of the query, then the earliest.
 * @param marks ascending, apart from each other
 * @returns in the order of the text, apart from each other, of whole characters as their marks are
 */
export function fragmentsOf(text: string, marks: readonly Mark[]): Fragment[] {
  const short = marks.map(shortened)
  const chosen: Fragment[] = []
  for (let left = short; left.length > 0 && chosen.length < mostFragments; ) {
    const near = densest(left)
    // A fragment has all of it, and is no longer than that.
    const characters = new Characters(text, { start: near.end - maxLength, end: near.start + maxLength })
    const core = wholeCore(near, characters)
    const room = roomAround(core, chosen, text)
    const { start, end } = stretchAround(core, { text, room, marks: short, characters })
    const inside = short.filter((mark) => mark.start >= start && mark.end <= end)
    chosen.push({ start, end, marks: characters.whole(inside) })
    left = left.filter((mark) => mark.end <= start || mark.start >= end)
  }
  return chosen.sort((a, b) => a.start - b.start)
}

/** The beginning of what is longer than a fragment: a line of Chinese may be one mark. */
function shortened(mark: Mark): Mark {
  return mark.end - mark.start <= maxLength ? mark : { ...mark, end: mark.start + maxLength }
}

/** Whole characters, of which as many are left as a fragment may show. */
function wholeCore(core: Span, characters: Characters): Span {
  const start = characters.startAt(core.start)
  const end = characters.endAt(core.end)
  if (end - start <= maxLength) return { start, end }
  const cut = characters.startAt(start + maxLength)
  return { start, end: cut > start ? cut : characters.endAt(start + 1) }
}

/** From the first to the last of those neighbours that fit into a fragment and show the most words of the query. */
function densest(marks: readonly Mark[]): Span {
  const counts = new Map<string, number>()
  let best = { start: 0, end: 0, words: 0 }
  let next = 0
  for (const [i, { start, words }] of marks.entries()) {
    while (next < marks.length && (next === i || marks[next]!.end - start <= maxLength)) {
      for (const word of marks[next++]!.words) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    if (counts.size > best.words) best = { start, end: marks[next - 1]!.end, words: counts.size }
    // What begins later shows no more.
    if (next === marks.length) break
    for (const word of words) {
      if (counts.get(word) === 1) counts.delete(word)
      else counts.set(word, counts.get(word)! - 1)
    }
  }
  return best
}

/** Between the fragments there are already. */
function roomAround({ start, end }: Span, chosen: readonly Fragment[], text: string): Span {
  const before = chosen.filter((fragment) => fragment.end <= start).map((fragment) => fragment.end)
  const behind = chosen.filter((fragment) => fragment.start >= end).map((fragment) => fragment.start)
  return { start: Math.max(0, ...before), end: Math.min(text.length, ...behind) }
}

interface Surroundings {
  text: string
  /** What a fragment may take. */
  room: Span
  marks: readonly Span[]
  characters: Characters
}

/** As much before as behind, where there is as much; whole words, whole characters, whole marks. */
function stretchAround(core: Span, { text, room, marks, characters }: Surroundings): Span {
  const spare = Math.max(0, maxLength - (core.end - core.start))
  const from = Math.max(room.start, Math.min(core.start - Math.ceil(spare / 2), room.end - maxLength))
  const start = Math.min(from, core.start)
  const end = Math.max(core.end, Math.min(room.end, start + maxLength))
  const stretch = { start: wordStart(text, start, core.start), end: wordEnd(text, end, core.end) }
  for (const mark of marks) {
    if (mark.start < stretch.start && mark.end > stretch.start) stretch.start = mark.end
    if (mark.start < stretch.end && mark.end > stretch.end) stretch.end = mark.start
  }
  return { start: characters.endAt(stretch.start), end: characters.startAt(stretch.end) }
}

/** The first place between `from` and `to` where a word begins. */
function wordStart(text: string, from: number, to: number): number {
  const part = text.slice(Math.max(0, from - 1), Math.min(to, from + longestWord))
  const space = from === 0 ? /^\s*/.exec(part)! : /\s+/.exec(part)
  return space ? Math.max(0, from - 1) + space.index + space[0].length : from
}

/** The last place between `from`, where a search ends that begins at `to`, and `to` where a word ends. */
function wordEnd(text: string, to: number, from: number): number {
  const start = Math.max(from, to - longestWord)
  const part = text.slice(start, to + 1)
  const words = to === text.length ? part.trimEnd() : /^[\s\S]*\S(?=\s)/.exec(part)?.[0]
  return words === undefined || (words === '' && start > from) ? to : start + words.length
}
