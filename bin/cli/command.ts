// The interface of commands. Each has a file of its own, which is imported when needed; bin/commands.ts lists them.
import type { ParseArgsConfig } from 'node:util'
import type { Worker } from 'node:worker_threads'

/** The parts of the process that a command uses: a test passes its own. */
export interface Console {
  /** The command's name, its flags and its operands. */
  argv: readonly string[]
  /** The path of what was started, if it is known. */
  program?: string | undefined
  env: NodeJS.ProcessEnv
  /** Data. */
  stdout: Output
  /** Messages. */
  stderr: Output
  /** The stream where answers come from: opened only by commands that ask. */
  stdin?: () => NodeJS.ReadableStream & { isTTY?: boolean }
  /** The threads for builds, one of which may have been started ahead. */
  threads?: Threads | undefined
}

export interface Threads {
  /** @param data a thread's first message */
  take(data: unknown): Worker
}

/** A stream of the process, or that of a test. */
export interface Output {
  /** @param done called when it is written, or cannot be */
  write(text: string, done?: (error?: Error | null) => void): unknown
  /** The amount that a stream holds and nobody has taken yet. */
  writableLength?: number
  /** True for a terminal, which has colours and can redraw a line. */
  isTTY?: boolean
  /** The width of a terminal. */
  columns?: number | undefined
  /** Set by servers: output that nobody takes is not kept for ever. */
  dropsUnread?: boolean
  /** The reason why something could not be written, if that has happened. */
  failure?: NodeJS.ErrnoException | undefined
}

export type Flags = NonNullable<ParseArgsConfig['options']>

export interface Command {
  /** Printed by `--help`, with an example. */
  help: string
  flags: Flags
  /** Its arguments besides flags, in order, as `help` names them: one with `?` may be left out, one with `…` repeated. */
  operands?: readonly string[]
  /** Runs the command and gives its exit code. */
  run(values: FlagValues, console: Console, operands: readonly string[]): Promise<number>
}

/** Flags as given, with their defaults. */
export type FlagValues = Record<string, string | boolean | undefined>

/** Exit codes. */
export const SUCCESS = 0
export const CONTENT_ERRORS = 1
export const USAGE_ERROR = 2
