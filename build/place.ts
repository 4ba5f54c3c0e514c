// Where something stands in a file.

export interface Place {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units as editors count them. */
  column: number
}

/** A file as a whole. */
export const TOP: Place = { line: 1, column: 1 }

/**
 * Makes the function that tells the place of `text[offset]`. CR LF, LF and CR each end a line. The text is read once,
 * and no further than to the last offset asked for.
 */
export function placesIn(text: string): (offset: number) => Place {
  const lineEnd = /\r\n?|\n/g
  const starts = [0]
  let isRead = false
  const readTo = (offset: number) => {
    while (!isRead && starts.at(-1)! <= offset) {
      isRead = lineEnd.exec(text) === null
      if (!isRead) starts.push(lineEnd.lastIndex)
    }
  }
  return (offset) => {
    readTo(offset)
    let [line, after] = [0, starts.length]
    while (after - line > 1) {
      const middle = (line + after) >> 1
      if (starts[middle]! <= offset) line = middle
      else after = middle
    }
    return { line: line + 1, column: offset - starts[line]! + 1 }
  }
}
