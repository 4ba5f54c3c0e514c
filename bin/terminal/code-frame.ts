// The source line of a problem, with carets under the part that is meant.
import type { Problem } from '../../build/problems/problem.ts'
import { type Cell, cellsOf, widthOf } from './cells.ts'

/** The width in columns where that of the terminal is not known. A terminal with 80 columns wraps no line. */
const USUAL_WIDTH = 72

/** The least of a line that is worth showing. */
const MIN_WIDTH = 16

/** The columns shown before the carets if the beginning of a line is cut. */
const COLUMNS_BEFORE = 24

/** The bound in UTF-16 units to either side: a line may be megabytes long. */
const MAX_DISTANCE = 400

/** The two lines of a frame: the source, and the carets below it after a margin. */
export interface Frame {
  /** `  4 | tags: [javscript, web]` */
  source: string
  /** `    |        ` */
  margin: string
  /** `^^^^^^^^^` */
  carets: string
}

/**
 * @param text the line of the problem, without its line end
 * @param columns of the terminal: no line is wider, so that carets stay below what they point at
 */
export function frameOf(
  text: string,
  { line, column, length }: Pick<Problem, 'line' | 'column' | 'length'>,
  columns?: number,
): Frame {
  const digits = String(line).length
  // The rest is for the line's number, and for a sign on either side where the line is cut.
  const maxWidth = columns === undefined ? USUAL_WIDTH : Math.max(MIN_WIDTH, columns - digits - 7)
  const from = Math.min(column - 1, text.length)
  const cut = Math.max(0, from - MAX_DISTANCE)
  const near = cellsOf(text.slice(cut, from + MAX_DISTANCE))
  const first = near.findIndex(({ end }) => cut + end > from)
  const [before, after] = first < 0 ? [near, []] : [near.slice(0, first), near.slice(first)]
  const marked = after.filter(({ start }) => cut + start < from + length).length

  const head =
    cut > 0 || widthOf(near) > maxWidth
      ? fitting(before.toReversed(), Math.min(COLUMNS_BEFORE, maxWidth >> 1)).toReversed()
      : before
  const start = head.length < before.length || cut > 0 ? '…' : ''
  const tail = fitting(after, maxWidth - widthOf(head))
  const end = tail.length < after.length || from + MAX_DISTANCE < text.length ? '…' : ''
  const gutter = ' '.repeat(digits)
  return {
    source: `  ${line} | ${start}${textOf(head)}${textOf(tail)}${end}`,
    margin: `  ${gutter} | ${' '.repeat(start.length + widthOf(head))}`,
    carets: '^'.repeat(Math.max(1, widthOf(tail.slice(0, marked)))),
  }
}

/** Returns as many cells from the start as fit. */
function fitting(cells: readonly Cell[], columns: number): Cell[] {
  let room = columns
  const over = cells.findIndex(({ width }) => {
    room -= width
    return room < 0
  })
  return cells.slice(0, over < 0 ? cells.length : over)
}

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join('')
}
