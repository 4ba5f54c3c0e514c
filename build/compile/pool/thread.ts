// A helper thread that compiles files.
import { Worker } from 'node:worker_threads'
import type { CompilerSettings } from '../../workspace/settings.ts'
import type { CompiledFile } from '../compile.ts'
import type { PostFile } from './post.ts'

/** The message to a thread; each gets one answer. */
export type Assignment = readonly PostFile[]

/** The result of each file's first try. */
export type Answer = (CompiledFile | undefined)[]

type Resolve = (answer: Answer | undefined) => void

export class HelperThread {
  readonly #settings: readonly CompilerSettings[]
  readonly #waiting: Resolve[] = []
  #thread: Worker | undefined

  constructor(settings: readonly CompilerSettings[]) {
    this.#settings = settings
  }

  /** Assignments are done one after another; `undefined` if the thread crashes. It is started with the first one. */
  compile(files: Assignment): Promise<Answer | undefined> {
    this.#thread ??= this.#start()
    this.#thread.postMessage(files)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** Ends the thread with whatever it is doing. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./thread.mjs', import.meta.url), {
      workerData: this.#settings,
      // Not the flags of this process: a thread needs neither a second loader nor a script to evaluate.
      execArgv: [],
    })
    thread.on('message', (answer: Answer) => this.#waiting.shift()!(answer))
    // For example out of memory.
    thread.on('error', () => {
      this.#thread = undefined
      for (const resolve of this.#waiting.splice(0)) resolve(undefined)
    })
    return thread
  }
}
