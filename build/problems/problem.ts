// A mistake in content is a value. Stages collect them; the command line prints them all, in order.
import { compareCodePoints } from '../../packages/search/basics/order.ts'
import type { Code } from './codes.ts'
import type { Location } from './location.ts'
import { type Hint, type Instead, wordsOf } from './suggest.ts'

export type Severity = 'error' | 'warning'

export interface Problem extends Location {
  /** The path as the user would type it, with `/`: `content/demo/posts/hello.md`. */
  file: string
  code: Code
  severity: Severity
  /** One sentence that says what is wrong. */
  message: string
  /** One sentence that says what to write instead, or empty if there is no good guess. */
  hint: string
  /** The hint as a replacement, and what that is made from: see fixes.ts. */
  fix?: Fix
  instead?: Instead
}

/** Offsets are in UTF-16 units of the file's text without its byte order mark; `to` is exclusive. */
export interface Fix {
  from: number
  to: number
  text: string
  /** True if nobody has to be asked. */
  certain: boolean
  /** Other texts that may be meant. */
  others?: string[]
}

/** The value a stage made, and the problems it found. */
export interface Checked<T> {
  value: T
  problems: readonly Problem[]
}

/** No value, and the problems that are the reason, if there are any. */
export function noValue(...problems: Problem[]): Checked<undefined> {
  return { value: undefined, problems }
}

/** Two steps in a row: the problems of both, the value of the second. */
export function andThen<T, U>(first: Checked<T>, next: (value: T) => Checked<U>): Checked<U> {
  const { value, problems } = next(first.value)
  return { value, problems: [...first.problems, ...problems] }
}

/** Independent steps combined: all their values and problems, in order. */
export function allOf<T>(steps: readonly Checked<T>[]): Checked<T[]> {
  return { value: steps.map(({ value }) => value), problems: problemsIn(steps) }
}

/** The problems of all steps, in order. */
export function problemsIn(steps: readonly Checked<unknown>[]): Problem[] {
  return steps.flatMap(({ problems }) => problems)
}

/** A problem without its location. */
export type Mistake = Pick<Problem, 'code' | 'message'> & { severity?: Severity; hint?: Hint }

/** Makes a mistake that does not stop a build. */
export function warning(code: Code, message: string, hint: Hint): Mistake {
  return { code, severity: 'warning', message, hint }
}

export function problemAt(file: string, location: Location, mistake: Mistake): Problem {
  const { code, severity = 'error', message, hint = '' } = mistake
  const words = shortened(wordsOf(hint))
  const problem = { file, ...location, code, severity, message: shortened(message), hint: words }
  return typeof hint === 'string' ? problem : { ...problem, instead: hint }
}

/** Messages repeat values from content, which may be of any length. */
function shortened(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '')}…` : text
}

const MAX_LENGTH = 1_000

/** Sorts by file, line and column; problems at one location keep the order in which they were found. */
export function inOrder(problems: readonly Problem[]): Problem[] {
  return problems.toSorted(
    (a, b) => compareCodePoints(a.file, b.file) || a.line - b.line || a.column - b.column,
  )
}

/** The parts of a problem's line: where, how bad, and what. */
export function partsOf(problem: Problem): [location: string, severity: Severity, description: string] {
  const { file, line, column, severity, code, message, hint } = problem
  return [`${file}:${line}:${column}`, severity, `${code}  ${message}${hint && ` ${hint}`}`]
}

/** `text` in quotes for a message, shortened if it is long. */
export function quoted(text: string): string {
  const letters = [...text.slice(0, 200)]
  return `"${letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : text}"`
}
