// Compiles a post once more in a separate process, which may crash without harm.
import { once } from 'node:events'
import { ABORTED, startProcess } from '../../isolation/process.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import type { CompiledFile } from '../compile.ts'
import type { PostFile } from './post.ts'

/** The message to the process, one for each file. */
export interface Attempt {
  file: PostFile
  settings: readonly CompilerSettings[]
}

/** The reply of the process; `compiled` is undefined if it took too long. */
export interface Outcome {
  compiled: CompiledFile | undefined
}

type Process = ReturnType<typeof startProcess>

export class LastTry {
  #process: Process | undefined

  /** One file at a time. `undefined` if it takes too long or too much memory. */
  async compile(attempt: Attempt): Promise<CompiledFile | undefined> {
    this.#process ??= startProcess()
    const compiled = await answerOf(this.#process, attempt)
    // A process whose work was stopped is not used again.
    if (!compiled) await this.end()
    return compiled
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

function answerOf(child: Process, attempt: Attempt): Promise<CompiledFile | undefined> {
  return new Promise((resolve, reject) => {
    let said = ''
    const listen = (text: Buffer) => {
      said += text
    }
    const answer = ({ compiled }: Outcome) => settle(() => resolve(compiled))
    const exit = (code: number | null) => {
      const isFailure = code !== null && code !== ABORTED
      settle(() =>
        isFailure
          ? reject(new Error(`The last-try process ended with ${code}: ${said}`))
          : resolve(undefined),
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
