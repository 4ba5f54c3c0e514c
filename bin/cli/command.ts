// What a command is. Each stands in a file of its own, imported when it is asked for; table.ts lists them.
import type { ParseArgsConfig } from 'node:util'

/** The process as a command sees it: a test passes one of its own. */
export interface Console {
  /** Flags and operands, the command's name left out. */
  argv: readonly string[]
  env: NodeJS.ProcessEnv
  /** Data. */
  stdout: Output
  /** Talk. */
  stderr: Output
}

/** A stream of the process, or whatever a test reads. */
export interface Output {
  write(text: string): unknown
  /** It is a terminal, which has colours and lines that can be drawn anew. */
  isTTY?: boolean
  /** How wide a terminal is. */
  columns?: number
}

export type Flags = NonNullable<ParseArgsConfig['options']>

export interface Command {
  /** Printed by `--help`, with an example. */
  help: string
  flags: Flags
  /** Runs the command and gives its exit code. */
  run(values: FlagValues, console: Console): Promise<number>
}

/** Flags as given, with their defaults. */
export type FlagValues = Record<string, string | boolean | undefined>

/** Exit codes. */
export const SUCCESS = 0
export const CONTENT_ERRORS = 1
export const USAGE_ERROR = 2
export const INTERRUPTED = 130
