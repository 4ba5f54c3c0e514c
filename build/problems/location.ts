// Where something stands in a file.

export interface Location {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units as editors count them. */
  column: number
  /** How much of the line is meant, in UTF-16 units; nothing of it where the file as a whole is. */
  length: number
}

/** Tells the place of what begins at an offset of a text; of more than one line, its part in the first. */
export type LocationAt = (offset: number, length?: number) => Location

/** A file as a whole. */
export const WHOLE_FILE: Location = { line: 1, column: 1, length: 0 }

/** What is written in a line, counted from 1. */
export function locationOfLine(text: string, line: number): Location {
  const written = text.split(/\r\n?|\n/, line).at(-1) ?? ''
  const column = written.length - written.trimStart().length + 1
  return { line, column, length: Math.max(1, written.trim().length) }
}

/**
 * Makes the function that tells places in `text`. CR LF, LF and CR each end a line. The text is read once, and no
 * further than to the last offset asked for.
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
    let [line, after] = [0, starts.length]
    while (after - line > 1) {
      const middle = (line + after) >> 1
      if (starts[middle]! <= offset) line = middle
      else after = middle
    }
    const [meant = ''] = text.slice(offset, offset + length).split(/[\r\n]/, 1)
    return { line: line + 1, column: offset - starts[line]! + 1, length: Math.max(1, meant.trimEnd().length) }
  }
}
