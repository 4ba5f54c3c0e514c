// The lines that problems are in, for people to look at.
import { readFileSync } from 'node:fs'
import { tried } from '../../snapshot/tried.ts'
import type { Problem } from './problem.ts'

/**
 * Makes the function that gives the line of a problem; none for one with a file as a whole. It reads each file once, since problems
 * are sorted by file. A file that is gone by now has no lines.
 * @param read gives the text of a file
 */
export function lineReader(read = textOf): (problem: Problem) => string | undefined {
  let file: string | undefined
  let lines: string[] = []
  return (problem) => {
    if (problem.length === 0) return undefined
    if (problem.file !== file) {
      file = problem.file
      lines = read(file)?.split(/\r\n?|\n/) ?? []
    }
    return lines[problem.line - 1]
  }
}

/** Reads a file without its byte order mark; `undefined` if it cannot be read. */
export function textOf(file: string): string | undefined {
  // Invalid bytes become U+FFFD; a byte order mark is left out.
  return tried(() => new TextDecoder().decode(readFileSync(file)))
}
