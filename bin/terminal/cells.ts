// Splits text into characters as readers know them, with the terminal columns that each takes. Ours rather than
// string-width (8.3, the last for Node 20): of 84,550 characters and clusters the two disagree on 45, such as halves of
// flags, and it would bring four packages.
import { lazy, lazyPattern } from '../../packages/search/basics/lazy.ts'
import { escaped, unprintable } from '../../snapshot/printable.ts'

/** One character with its marks, a whole emoji, or the escape of an unprintable character. */
export interface Cell {
  text: string
  /** The width in columns: 0 to 2, or more if it is escaped. */
  width: number
  /** Offsets in the text in UTF-16 units; `end` is exclusive. */
  start: number
  end: number
}

/** Wide enough to be recognised as a tab, narrow enough for a frame. */
const TAB = '    '

const segmenter = lazy(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))

export function cellsOf(text: string): Cell[] {
  let end = 0
  const cells = [...text.matchAll(unprintable())].flatMap(({ 0: found, index }) => {
    const before = charactersOf(text.slice(end, index), end)
    end = index + found.length
    const shown = found === '\t' ? TAB : escaped(found)
    return [...before, { text: shown, width: shown.length, start: index, end }]
  })
  return [...cells, ...charactersOf(text.slice(end), end)]
}

/** Returns the width in columns. */
export function widthOf(text: string | readonly Cell[]): number {
  const cells = typeof text === 'string' ? cellsOf(text) : text
  return cells.reduce((sum, { width }) => sum + width, 0)
}

function charactersOf(text: string, start: number): Cell[] {
  return Array.from(segmenter().segment(text), ({ segment, index }) => ({
    text: segment,
    width: clusterWidth(segment),
    start: start + index,
    end: start + index + segment.length,
  }))
}

/** Whole scripts and blocks that are wide or full-width in East Asian Width (UAX 11). */
const wide = lazyPattern(
  String.raw`(?!\p{M})[\u1100-\u115f\u2329\u232a\u2630-\u2637\u268a-\u268f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18dff}\u{1aff0}-\u{1b2ff}\u{1d300}-\u{1d376}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]`,
  'u',
)

/** Matches characters that take a column in a narrow cluster: also the vowel signs of Hindi and the voicing marks of half-width kana. */
const narrow = lazyPattern(String.raw`^\P{M}|\p{Mc}|[\uff9e\uff9f]`, 'gu')

const emoji = lazyPattern(String.raw`\p{Emoji_Presentation}|\ufe0f`, 'u')

function clusterWidth(segment: string): number {
  const isEmoji = emoji().test(segment)
  return isEmoji || wide().test(segment) ? 2 : (segment.match(narrow())?.length ?? 0)
}
