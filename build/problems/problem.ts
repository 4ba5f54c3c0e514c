// A mistake in content is a value. Stages gather them; the command line prints them all, in order.
import { compareCodePoints } from '../../snapshot/format/order.ts'
import { printable } from '../../snapshot/printable.ts'
import type { Code } from './codes.ts'
import type { Location } from './location.ts'

export type Severity = 'error' | 'warning'

export interface Problem {
  /** As the user would write it, with `/`: `content/demo/posts/hello.md`. */
  file: string
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units as editors count them. */
  column: number
  /** How much of the line is meant, in UTF-16 units; 0 where the file as a whole is. */
  length: number
  code: Code
  severity: Severity
  /** What is wrong: one sentence. */
  message: string
  /** What to write instead: one sentence, or nothing where there is no good guess. */
  hint: string
}

/** What a stage made, and what it found wrong. */
export interface Checked<T> {
  value: T
  problems: readonly Problem[]
}

/** Nothing, and why; or where nothing is meant to be, just that. */
export function noValue(...problems: Problem[]): Checked<undefined> {
  return { value: undefined, problems }
}

/** Two steps as one. */
export function andThen<T, U>(first: Checked<T>, next: (value: T) => Checked<U>): Checked<U> {
  const { value, problems } = next(first.value)
  return { value, problems: [...first.problems, ...problems] }
}

/** Steps beside each other as one. */
export function allOf<T>(steps: readonly Checked<T>[]): Checked<T[]> {
  return { value: steps.map(({ value }) => value), problems: problemsIn(steps) }
}

/** In the order of the steps. */
export function problemsIn(steps: readonly Checked<unknown>[]): Problem[] {
  return steps.flatMap(({ problems }) => problems)
}

/** What a mistake is, apart from where it stands. */
export type Mistake = Pick<Problem, 'code' | 'message'> & { severity?: Severity; hint?: string }

export function problemAt(file: string, location: Location, mistake: Mistake): Problem {
  const { code, severity = 'error', message, hint = '' } = mistake
  return { file, ...location, code, severity, message: shortened(message), hint: shortened(hint) }
}

/** What values there are, and how long, is up to whoever writes them. */
function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '')}…` : text
}

const MAX_LENGTH = 1_000

/** Sorted by file, line and column; problems at one place keep the order in which they were found. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) => compareCodePoints(a.file, b.file) || a.line - b.line || a.column - b.column,
  )
}

/** What a problem's line says: where it is, how bad, and what. */
export function partsOf(problem: Problem): [place: string, severity: Severity, what: string] {
  const { file, line, column, severity, code, message, hint } = problem
  return [`${file}:${line}:${column}`, severity, `${code}  ${message}${hint && ` ${hint}`}`]
}

/** One line: `content/demo/posts/hello.md:4:8  error  unknown-tag  There is no tag "javscript". …`. */
export function problemLine(problem: Problem): string {
  return printable(partsOf(problem).join('  '))
}

/** `text` in quotes, shortened, for a message. */
export function quoted(text: string): string {
  const letters = [...text.slice(0, 200)]
  return `"${letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text}"`
}
