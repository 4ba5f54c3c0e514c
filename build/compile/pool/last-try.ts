// Compiles a post once more in a separate process, which may crash without harm.

import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TermNumbers } from '../../../packages/search/index.ts'
import { ABORTED, cpuTimeOf, startProcess } from '../../isolation/process.ts'
import { MAX_PROCESS_FACTOR, processLimit } from '../../isolation/work-limits.ts'
import { sizeOf } from '../../parse/file.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import type { CompiledFile } from '../compile.ts'
import { foreignNumbers } from './foreign-numbers.ts'
import type { PostFile } from './post.ts'

/** The message to the process, one for each file. */
export interface Attempt {
  file: PostFile
  settings: readonly CompilerSettings[]
}

/** The reply of the process; `compiled` is undefined if it took too long. */
export interface Outcome {
  compiled: CompiledFile | undefined
  /** All to which it has given numbers for this file. */
  terms: string[]
}

const PROGRAM = fileURLToPath(new URL('./last-try.mjs', import.meta.url))

type Process = ReturnType<typeof startProcess>

export class LastTry {
  readonly #vocabulary: TermNumbers
  #process: Process | undefined

  /** @param vocabulary gets the words of posts */
  constructor(vocabulary: TermNumbers) {
    this.#vocabulary = vocabulary
  }

  /** Compiles one file at a time. `undefined` if it takes too long or too much memory. */
  async compile(attempt: Attempt): Promise<CompiledFile | undefined> {
    this.#process ??= startProcess(PROGRAM)
    const outcome = await answerOf(this.#process, attempt)
    // A process whose work was stopped is not used again.
    if (!outcome?.compiled) {
      await this.end()
      return undefined
    }
    const numbers = foreignNumbers(this.#vocabulary)
    numbers.learn(outcome.terms)
    return numbers.translated(outcome.compiled)
  }

  /** Resolves when the process has ended, so that its memory is free for the next one. */
  async end(): Promise<void> {
    const child = this.#process
    this.#process = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

/** The interval in milliseconds. */
const WATCH_EVERY = 100

function answerOf(child: Process, attempt: Attempt): Promise<Outcome | undefined> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (text: Buffer) => {
      said += text
    }
    const answer = (outcome?: Outcome) => settle(() => resolve(outcome))
    const fail = (error: Error) => settle(() => reject(error))
    const exit = (code: number | null) => {
      if (code === null || code === ABORTED) answer()
      else fail(new Error(`The last-try process ended with ${code}: ${said}`))
    }
    const [limit, spent] = [processLimit(sizeOf(attempt.file.file)), cpuTimeOf(child.pid!)]
    let left = MAX_PROCESS_FACTOR * limit
    const watch = setInterval(() => {
      left -= WATCH_EVERY
      if (left <= 0 || cpuTimeOf(child.pid!) - spent >= limit) answer()
    }, WATCH_EVERY)
    const settle = (end: () => void) => {
      clearInterval(watch)
      child.stderr!.off('data', listen)
      child.off('message', answer).off('close', exit).off('error', fail)
      end()
    }
    child.stderr!.on('data', listen)
    child.on('message', answer).on('close', exit).on('error', fail)
    // An error is ignored: the way in which the child ends says more.
    child.send(attempt, () => {})
  })
}
