// Where something stands in a file.
export interface Place {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
}

/** A file as a whole. */
export const TOP: Place = { line: 1, column: 1 }

/** The place of `text[offset]`. CR LF, LF and CR each end a line. */
export function placeAt(text: string, offset: number): Place {
  let line = 1
  let start = 0
  for (const { index, 0: end } of text.slice(0, offset).matchAll(/\r\n?|\n/g)) {
    line += 1
    start = index + end.length
  }
  return { line, column: offset - start + 1 }
}
