// A helper thread that compiles files.
import { Worker } from 'node:worker_threads'
import type { TermNumbers } from '../../../snapshot/types.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import type { CompiledFile } from '../compile.ts'
import { ForeignNumbers } from './foreign-numbers.ts'
import type { PostFile } from './post.ts'

/** The message to a thread; each gets one answer. */
export type Assignment = readonly PostFile[]

export interface Answer {
  /** The result of each file's first try. */
  compiled: (CompiledFile | undefined)[]
  /** Those to which the thread has given numbers since its last answer. */
  terms: string[]
}

type Resolve = (compiled: Answer['compiled'] | undefined) => void

export class HelperThread {
  readonly #settings: readonly CompilerSettings[]
  readonly #numbers: ForeignNumbers
  readonly #waiting: Resolve[] = []
  #thread: Worker | undefined

  /** @param vocabulary gets the words of posts */
  constructor(settings: readonly CompilerSettings[], vocabulary: TermNumbers) {
    this.#settings = settings
    this.#numbers = new ForeignNumbers(vocabulary)
  }

  /** Assignments are done one after another; `undefined` if the thread crashes. It is started with the first one. */
  compile(files: Assignment): Promise<Answer['compiled'] | undefined> {
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
    thread.on('message', ({ compiled, terms }: Answer) => {
      this.#numbers.learn(terms)
      this.#waiting.shift()!(compiled.map((one) => one && this.#numbers.translated(one)))
    })
    // For example out of memory.
    thread.on('error', () => {
      this.#thread = undefined
      for (const resolve of this.#waiting.splice(0)) resolve(undefined)
    })
    return thread
  }
}
