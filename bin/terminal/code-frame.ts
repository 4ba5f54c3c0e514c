// The source line of a problem, with carets under the part that is meant.
import type { Problem } from '../../build/problems/problem.ts'
import { type Cell, cellsOf } from './cells.ts'

/** In columns. In a terminal with 80 columns no line wraps, so carets stay below what they point at. */
const MAX_WIDTH = 72

/** The columns shown before the carets if the beginning of a line is cut. */
const COLUMNS_BEFORE = 24

/** In UTF-16 units to either side: a line may be megabytes long. */
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

/** @param text the line of the problem, without its line end */
export function frameOf(
  text: string,
  { line, column, length }: Pick<Problem, 'line' | 'column' | 'length'>,
): Frame {
  const from = Math.min(column - 1, text.length)
  const cut = Math.max(0, from - MAX_DISTANCE)
  const near = cellsOf(text.slice(cut, from + MAX_DISTANCE))
  const first = near.findIndex(({ end }) => cut + end > from)
  const [before, after] = first < 0 ? [near, []] : [near.slice(0, first), near.slice(first)]
  const marked = after.filter(({ start }) => cut + start < from + length).length

  const head =
    cut > 0 || widthOf(near) > MAX_WIDTH ? fitting(before.toReversed(), COLUMNS_BEFORE).toReversed() : before
  const start = head.length < before.length || cut > 0 ? '…' : ''
  const tail = fitting(after, MAX_WIDTH - widthOf(head))
  const end = tail.length < after.length || from + MAX_DISTANCE < text.length ? '…' : ''
  const gutter = ' '.repeat(String(line).length)
  return {
    source: `  ${line} | ${start}${textOf(head)}${textOf(tail)}${end}`,
    margin: `  ${gutter} | ${' '.repeat(start.length + widthOf(head))}`,
    carets: '^'.repeat(Math.max(1, widthOf(tail.slice(0, marked)))),
  }
}

/** As many cells from the start as fit. */
function fitting(cells: readonly Cell[], columns: number): Cell[] {
  let room = columns
  const over = cells.findIndex(({ width }) => {
    room -= width
    return room < 0
  })
  return cells.slice(0, over < 0 ? cells.length : over)
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0)
}

function textOf(cells: readonly Cell[]): string {
  return cells.map(({ text }) => text).join('')
}
