// Breaks text between words, so that a terminal does not break it within them.
import type { Output } from '../cli/command.ts'
import { widthOf } from './cells.ts'

/** What precedes all lines but the first. */
export const INDENT = '  '

/** Narrower than that, lines of a few words each would be harder to read. */
const MIN_COLUMNS = 20

/**
 * The lines of `text`; a single one if the width of the terminal is not known.
 * @param before what precedes the first of them in its line
 */
export function wrapped(text: string, before: string, columns: number | undefined): string[] {
  if (columns === undefined || columns < MIN_COLUMNS) return [text]
  const lines: string[] = []
  let line: string | undefined
  let room = columns - widthOf(before)
  for (const word of text.split(' ')) {
    const width = widthOf(word) + (line === undefined ? 0 : 1)
    if (width > room && (line ?? '').trim() + before !== '') {
      lines.push(line ?? '')
      line = INDENT + word
      room = columns - widthOf(line)
    } else {
      line = line === undefined ? word : `${line} ${word}`
      room -= width
    }
  }
  return [...lines, line ?? '']
}

/** The width of a terminal; `undefined` elsewhere. */
export function columnsOf({ isTTY, columns }: Output): number | undefined {
  return isTTY ? columns : undefined
}
