// Text as a terminal shows it: characters as readers know them, and how many columns each takes.
import { escaped, UNPRINTABLE } from '../snapshot/printable.ts'

/** One character with its marks, a whole emoji, or what stands for a character that cannot be seen. */
export interface Cell {
  text: string
  /** In columns: 0 to 2, and more where it is escaped. */
  width: number
  /** Where it begins in the text and where the next does, in UTF-16 units. */
  start: number
  end: number
}

/** Wide enough to be seen as one, narrow enough that a frame stays one. */
const TAB = '    '

const SEGMENTS = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function cellsOf(text: string): Cell[] {
  let end = 0
  const cells = [...text.matchAll(UNPRINTABLE)].flatMap(({ 0: found, index }) => {
    const before = charactersOf(text.slice(end, index), end)
    end = index + found.length
    return [...before, { ...shown(found), start: index, end }]
  })
  return [...cells, ...charactersOf(text.slice(end), end)]
}

function charactersOf(text: string, start: number): Cell[] {
  return Array.from(SEGMENTS.segment(text), ({ segment, index }) => ({
    text: segment,
    width: widthOf(segment),
    start: start + index,
    end: start + index + segment.length,
  }))
}

function shown(unprintable: string): Pick<Cell, 'text' | 'width'> {
  const text = unprintable === '\t' ? TAB : escaped(unprintable)
  return { text, width: text.length }
}

/** Whole scripts and blocks of what East Asian Width (UAX 11) calls wide and full-width. */
const WIDE =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}]/u

function widthOf(segment: string): number {
  if (/^\p{M}+$/u.test(segment)) return 0
  const isEmoji = /\p{Emoji_Presentation}|\ufe0f/u.test(segment)
  return isEmoji || WIDE.test(segment) ? 2 : 1
}
