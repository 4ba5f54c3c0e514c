// The process for files that are too much for this one: a thread takes its process with it where a single piece of memory
// is more than it may have.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const PROGRAM = fileURLToPath(new URL('./process.mjs', import.meta.url))

/** Of the heap. Prose of two megabytes takes most of it. */
const MAX_HEAP_MEGABYTES = 120

/** One that compiles posts, as they are sent to it. */
export function startProcess(): ChildProcess {
  return fork(PROGRAM, {
    ...processOptions(),
    execArgv: FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Whether a YAML file, too large to be read here at once, can be read there. */
export function isReadableInProcess(path: string): boolean {
  const { status, stderr, error } = spawnSync(process.execPath, [...FLAGS, PROGRAM, path], {
    ...processOptions(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (error) throw error
  if (status !== null && !EXPECTED_CODES.has(status))
    throw new Error(`The last-try process ended with ${status}: ${stderr}`)
  return status === READABLE
}

/** What the process ends with when all it was given is one YAML file. */
export const READABLE = 0
export const UNREADABLE = 3

/** Out of memory V8 aborts: by a signal or, on Windows, with 134. */
export const ABORTED = 134
const EXPECTED_CODES = new Set([READABLE, UNREADABLE, ABORTED])

const FLAGS = [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, '--max-semi-space-size=8']

/** Its folder is this one: the current one may be anyone's, and so may be what options of ours name from there. */
function processOptions() {
  const { NODE_OPTIONS: _, ...env } = process.env
  return { cwd: dirname(PROGRAM), env }
}
