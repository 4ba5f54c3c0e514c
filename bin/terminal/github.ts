// Problems as workflow commands, which GitHub shows beside the changed lines of a pull request.
import { isAbsolute, relative, resolve, sep } from 'node:path'
import type { Problem } from '../../build/problems/problem.ts'
import { printable } from '../../snapshot/printable.ts'
import type { Console } from '../cli/command.ts'

/** One line, such as `::error file=content/demo/posts/hello.md,line=4,col=8::There is no tag "javscript".` */
export function annotation(problem: Problem, env: Console['env']): string {
  const { severity, line, column, code, message, hint } = problem
  const place = `file=${property(printable(inRepository(problem.file, env)))},line=${line},col=${column}`
  return `::${severity} ${place}::${data(printable(`${message}${hint && ` ${hint}`} (${code})`))}`
}

/** GitHub expects paths relative to the repository's root, wherever the step runs. */
function inRepository(file: string, { GITHUB_WORKSPACE }: Console['env']): string {
  if (!GITHUB_WORKSPACE) return file
  const path = relative(GITHUB_WORKSPACE, resolve(file)).split(sep).join('/')
  return path.startsWith('../') || isAbsolute(path) ? file : path
}

// As @actions/core escapes them, except that nothing printable has line breaks:
// https://github.com/actions/toolkit/blob/main/packages/core/src/command.ts
function data(text: string): string {
  return text.replaceAll('%', '%25')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
