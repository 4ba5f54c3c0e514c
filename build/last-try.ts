// A process for the files that are too much for this one: a thread takes its process with it where a single piece of
// memory is more than it may have.
import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Compiled } from './compile.ts'
import type { PostFile } from './post-file.ts'
import type { Settings } from './settings.ts'

/** What the process is sent, once for each file. */
export interface Attempt {
  file: PostFile
  settings: readonly Settings[]
}

/** What came of it: nothing where it took too long. */
export interface Outcome {
  compiled: Compiled | undefined
}

const PROGRAM = fileURLToPath(new URL('./last-try-process.mjs', import.meta.url))

/** Of the heap. Prose of two megabytes takes most of it. */
const MOST_MEGABYTES = 120

export class LastTry {
  #process: ChildProcess | undefined

  /** One file at a time. Nothing comes of one that takes too long or too much memory. */
  async compile(attempt: Attempt): Promise<Compiled | undefined> {
    this.#process ??= start()
    const compiled = await answerOf(this.#process, attempt)
    // A process whose work was stopped is not asked again.
    if (!compiled) await this.end()
    return compiled
  }

  /** Resolves when its memory is free for the next one. */
  async end(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** Whether a YAML file, too large to be read here at once, can be read there. */
export function isReadableApart(path: string): boolean {
  const { status, stderr, error } = spawnSync(process.execPath, [...FLAGS, PROGRAM, path], {
    ...surroundings(),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  if (error) throw error
  if (status !== null && !ENDS.has(status)) throw new Error(`A last try ended with ${status}: ${stderr}`)
  return status === READABLE
}

/** What the process ends with when all it was given is one YAML file. */
export const READABLE = 0
export const UNREADABLE = 3

/** Out of memory V8 aborts: by a signal or, on Windows, with 134. */
const ABORTED = 134
const ENDS = new Set([READABLE, UNREADABLE, ABORTED])

const FLAGS = [`--max-old-space-size=${MOST_MEGABYTES}`, '--max-semi-space-size=8']

/** Its folder is this one: the current one may be anyone's, and so may be what options of ours name from there. */
function surroundings() {
  const { NODE_OPTIONS: _, ...env } = process.env
  return { cwd: dirname(PROGRAM), env }
}

function start(): ChildProcess {
  return fork(PROGRAM, {
    ...surroundings(),
    execArgv: FLAGS,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
}

function answerOf(child: ChildProcess, attempt: Attempt): Promise<Compiled | undefined> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (text: Buffer) => {
      said += text
    }
    const answer = ({ compiled }: Outcome) => settle(() => resolve(compiled))
    const exit = (code: number | null) => {
      const isFailure = code !== null && code !== ABORTED
      settle(() =>
        isFailure ? reject(new Error(`A last try ended with ${code}: ${said}`)) : resolve(undefined),
      )
    }
    const fail = (error: Error) => settle(() => reject(error))
    const settle = (end: () => void) => {
      child.stderr!.off('data', listen)
      child.off('message', answer).off('close', exit).off('error', fail)
      end()
    }
    child.stderr!.on('data', listen)
    child.on('message', answer).on('close', exit).on('error', fail)
    child.send(attempt)
  })
}
