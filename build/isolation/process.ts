// Processes for files that may take too much time or memory. A thread is not enough: a single allocation beyond its heap
// limit aborts the whole process.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { MAX_PROCESS_FACTOR, processLimit } from './work-limits.ts'

/** The heap limit. Two megabytes of prose take most of it. */
const MAX_HEAP_MEGABYTES = 128

/** Starts a process that gets messages. @param program the path of its entry point */
export function startProcess(program: string): ChildProcess {
  return fork(program, {
    ...optionsOf(program),
    execArgv: FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

/** Tries in a separate process whether `program` can read a file of so many bytes within the limits. */
export function isReadableInProcess(program: string, path: string, bytes: number): boolean {
  const limit = processLimit(bytes)
  for (let timeout = limit; timeout <= MAX_PROCESS_FACTOR * limit; timeout *= 2) {
    const before = cpuTimeOf('children')
    const { status, stderr, error } = spawnSync(process.execPath, [...FLAGS, program, path], {
      ...optionsOf(program),
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    })
    const isStopped = (error as NodeJS.ErrnoException | undefined)?.code === 'ETIMEDOUT'
    if (isStopped && cpuTimeOf('children') - before < limit) continue
    if (error && !isStopped) throw error
    if (status !== null && !EXPECTED_CODES.has(status))
      throw new Error(`The last-try process ended with ${status}: ${stderr}`)
    return status === READABLE
  }
  return false
}

/** Returns the CPU time of a process, or of all children that have ended, in ms: in steps of 10 on Linux, elsewhere 0. */
export function cpuTimeOf(pid: number | 'children'): number {
  try {
    const stat = readFileSync(`/proc/${pid === 'children' ? 'self' : pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')')).split(' ')
    const [user, system] = fields.slice(pid === 'children' ? 14 : 12)
    return 10 * (Number(user) + Number(system))
  } catch {
    return 0
  }
}

/** Exit codes of a program that was given one file. */
export const READABLE = 0
export const UNREADABLE = 3

/** Out of memory, V8 aborts: with a signal or, on Windows, with exit code 134. */
export const ABORTED = 134
const EXPECTED_CODES = new Set([READABLE, UNREADABLE, ABORTED])

const FLAGS = [`--max-old-space-size=${MAX_HEAP_MEGABYTES}`, '--max-semi-space-size=8']

/** Returns options to start a program in its own folder, without NODE_OPTIONS: no files of the current folder are to be loaded. */
function optionsOf(program: string) {
  const { NODE_OPTIONS: _, ...env } = process.env
  return { cwd: dirname(program), env }
}
