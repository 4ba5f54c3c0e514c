// Where something is in a file.
import { lowerBound } from '../../packages/search/basics/order.ts'

export interface Location {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units as editors count them. */
  column: number
  /** In UTF-16 units, within the line; 0 for the file as a whole. */
  length: number
}

/** Gives the location of what begins at an offset of a text; of several lines, the part in the first. */
export type LocationAt = (offset: number, length?: number) => Location

/** The location of a file as a whole. */
export const WHOLE_FILE: Location = { line: 1, column: 1, length: 0 }

/** The location of a whole line, counted from 1, without its indentation. */
export function locationOfLine(text: string, line: number): Location {
  const written = text.split(/\r\n?|\n/, line).at(-1) ?? ''
  const column = written.length - written.trimStart().length + 1
  return { line, column, length: Math.max(1, written.trim().length) }
}

/**
 * Makes the function that gives locations in `text`. CR LF, LF and CR each end a line. The text is read only once, and
 * only up to the last offset asked for.
 */
export function locator(text: string): LocationAt {
  const lineEnd = /\r\n?|\n/g
  const starts = [0]
  let isRead = false
  const readTo = (offset: number) => {
    while (!isRead && starts.at(-1)! <= offset) {
      isRead = lineEnd.exec(text) === null
      if (!isRead) starts.push(lineEnd.lastIndex)
    }
  }
  return (offset, length = 1) => {
    readTo(offset)
    const line = lowerBound(starts, offset + 1)
    const [meant = ''] = text.slice(offset, offset + length).split(/[\r\n]/, 1)
    return { line, column: offset - starts[line - 1]! + 1, length: Math.max(1, meant.trimEnd().length) }
  }
}
