// The location of something in a file.
import { lazy } from '../../packages/search/basics/lazy.ts'
import { lowerBound } from '../../packages/search/basics/order.ts'

export interface Location {
  /** The number of the line, from 1. */
  line: number
  /** The number of the column, from 1, in UTF-16 units as editors count them. */
  column: number
  /** The length in UTF-16 units, within the line; 0 for the file as a whole. */
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
 * Makes the function that gives locations in a value, whatever YAML made of how it is written: signs are compared one by one.
 * @param text of the file @param location of the value, which is that of each part that is not found
 */
export function valueLocator(text: string, location: Location, value: string): LocationAt {
  const locationAt = locator(text)
  const offsets = lazy(() =>
    offsetsOf(value, text, lineStarts(text)[location.line - 1]! + location.column - 1),
  )
  return (offset, length = 1) => {
    const [from, to] = [offsets()[offset], offsets()[offset + Math.max(1, length) - 1]]
    return from === undefined || to === undefined ? location : locationAt(from, to + 1 - from)
  }
}

function offsetsOf(value: string, text: string, start: number): number[] {
  const block = /[|>][-+\d]*[ \t]*(?:#.*)?(?:\r\n?|\n)/y
  block.lastIndex = start
  const offsets: number[] = []
  let at = block.test(text) ? block.lastIndex : start
  for (const sign of value.split('')) {
    const isBlank = /\s/.test(sign)
    if (isBlank && /\\[nt]/.test(text.slice(at, at + 2)) && text[at] === '\\') at += 2
    // Breaks, indentation, quotes, and the backslashes before signs.
    while (!isBlank && text[at] !== sign && /[\s'"\\]/.test(text[at] ?? '')) at++
    if (!isBlank && text[at] !== sign) break
    offsets.push(isBlank ? at : at++)
  }
  return offsets
}

/** Returns where each line begins: CR LF, LF and CR each end one. */
export function lineStarts(text: string): number[] {
  return [0, ...Array.from(text.matchAll(/\r\n?|\n/g), ({ index, 0: end }) => index + end.length)]
}

/** Makes the function that gives locations in `text`, which is read when one is asked for. */
export function locator(text: string): LocationAt {
  const starts = lazy(() => lineStarts(text))
  return (offset, length = 1) => {
    const line = lowerBound(starts(), offset + 1)
    const [meant = ''] = text.slice(offset, offset + length).split(/[\r\n]/, 1)
    return { line, column: offset - starts()[line - 1]! + 1, length: Math.max(1, meant.trimEnd().length) }
  }
}
