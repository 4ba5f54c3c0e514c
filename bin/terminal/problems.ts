// Problems for people: what is wrong, where, what to write instead, and the source line; and for GitHub.
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { type Problem, partsOf } from '../../build/problems/problem.ts'
import { lineReader } from '../../build/problems/source-lines.ts'
import { many, printable } from '../../snapshot/printable.ts'
import type { Console, Output } from '../cli/command.ts'
import { frameOf } from './code-frame.ts'
import { paintFor } from './colours.ts'
import { columnsOf, printLine, wrapped } from './print.ts'

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
    const colour = problem.severity === 'error' ? paint.red : paint.yellow
    if (index > 0) printLine(output)
    const [first = '', ...more] = wrapped(what, `${place}  ${severity}  `, columns)
    printLine(output, `${place}  `, colour(severity), first === '' ? '' : `  ${first}`)
    for (const part of more) printLine(output, part)
    const line = lineOf(problem)
    if (line === undefined) continue
    const { source, margin, carets } = frameOf(line, problem, columns)
    printLine(output, paint.dim(source))
    printLine(output, paint.dim(margin), colour(carets))
  }
}

/** `2 errors, 1 warning` */
export function totals(problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error').length
  return `${many(errors, 'error')}, ${many(problems.length - errors, 'warning')}`
}

/**
 * Returns a workflow command, which GitHub shows beside the changed lines of a pull request: one line, such as
 * `::error file=content/demo/posts/hello.md,line=4,col=8::There is no tag "javscript".`
 */
export function annotation(problem: Problem, env: Console['env']): string {
  const { severity, line, column, code, message, hint } = problem
  const place = `file=${property(printable(inRepository(problem.file, env)))},line=${line},col=${column}`
  return `::${severity} ${place}::${data(printable(`${message}${hint && ` ${hint}`} (${code})`))}`
}

/** Returns a path relative to the repository's root, as GitHub expects it wherever the step runs. */
function inRepository(file: string, { GITHUB_WORKSPACE }: Console['env']): string {
  if (!GITHUB_WORKSPACE) return file
  const path = relative(GITHUB_WORKSPACE, resolve(file)).split(sep).join('/')
  return path.startsWith('../') || isAbsolute(path) ? file : path
}

// Escapes data as @actions/core does, except that nothing printable has line breaks:
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
function data(text: string): string {
  return text.replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
