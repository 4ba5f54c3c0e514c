// Prints problems for people: what is wrong, where, what to write instead, and the source line.
import { readFileSync } from 'node:fs'
import { type Problem, partsOf } from '../../build/problems/problem.ts'
import type { Console, Output } from '../cli/command.ts'
import { frameOf } from './code-frame.ts'
import { type Paint, paintFor } from './colours.ts'
import { printLine } from './print.ts'
import { columnsOf, wrapped } from './wrap.ts'

/**
 * Prints problems in order, with a blank line between them. There is no source line for a problem with a file as a whole. On
 * a terminal, text breaks between words and excerpts fit; elsewhere the text of a problem is a single line.
 */
export function printProblems(problems: readonly Problem[], output: Output, env: Console['env']): void {
  const paint = paintFor(output, env)
  const lineOf = lineReader()
  const columns = columnsOf(output)
  for (const [index, problem] of problems.entries()) {
    const [place, severity, what] = partsOf(problem)
    const colour = colourOf(problem, paint)
    if (index > 0) printLine(output)
    const [first = '', ...more] = wrapped(what, `${place}  ${severity}  `, columns)
    printLine(output, `${place}  `, colour(severity), first === '' ? '' : `  ${first}`)
    for (const part of more) printLine(output, part)
    const line = problem.length > 0 ? lineOf(problem) : undefined
    if (line === undefined) continue
    const { source, margin, carets } = frameOf(line, problem, columns)
    printLine(output, paint.dim(source))
    printLine(output, paint.dim(margin), colour(carets))
  }
}

/** `2 errors, 1 warning` */
export function totals(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  const warnings = problems.length - errors
  return `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`
}

function colourOf({ severity }: Problem, paint: Paint): Paint['red'] {
  return severity === 'error' ? paint.red : paint.yellow
}

/** Reads each file once, since problems are sorted by file and line. A file that is gone by now has no lines. */
function lineReader(): (problem: Problem) => string | undefined {
  let file: string | undefined
  let lineOf = linesOf(undefined)
  return (problem) => {
    if (problem.file !== file) {
      file = problem.file
      lineOf = linesOf(textOf(file))
    }
    return lineOf(problem.line)
  }
}

function textOf(file: string): string | undefined {
  try {
    // Invalid bytes become U+FFFD; a byte order mark is left out.
    return new TextDecoder().decode(readFileSync(file))
  } catch {
    return undefined
  }
}

/** Makes the function that gives lines of a text; it is called with ascending line numbers. */
function linesOf(text: string | undefined): (line: number) => string | undefined {
  const ends = text?.matchAll(/\r\n?|\n|$/g)
  let [number, from] = [0, 0]
  let current: string | undefined
  return (line) => {
    for (; number < line; number++) {
      const end = ends?.next().value
      current = end && text?.slice(from, end.index)
      from = end ? end.index + end[0].length : from
    }
    return current
  }
}
