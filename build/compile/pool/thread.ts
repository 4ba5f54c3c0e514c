// A helper thread, which compiles files.

import { Worker } from 'node:worker_threads'
import type { TermNumbers } from '../../../packages/search/index.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import type { StoredFile } from '../stored-content.ts'
import { foreignNumbers } from './foreign-numbers.ts'
import type { PostFile } from './post.ts'

/** The message to a thread; each gets one answer. */
export interface Assignment {
  files: readonly PostFile[]
  packs: boolean
}

export interface Answer {
  /** The result of each file's first try. */
  compiled: (StoredFile | undefined)[]
  /** The terms to which the thread has given numbers since its last answer. */
  terms: string[]
}

export class HelperThread {
  readonly #settings: readonly CompilerSettings[]
  readonly #numbers: ReturnType<typeof foreignNumbers>
  readonly #waiting: ((answer: Answer | undefined) => void)[] = []
  #thread: Worker | undefined

  /** @param vocabulary gets the words of posts */
  constructor(settings: readonly CompilerSettings[], vocabulary: TermNumbers) {
    this.#settings = settings
    this.#numbers = foreignNumbers(vocabulary)
  }

  /**
   * Assignments are done one after another; `undefined` if the thread crashes. It is started with the first one.
   * @param packs whether contents are packed: see `stored`
   */
  async compile(files: readonly PostFile[], packs: boolean): Promise<(StoredFile | undefined)[] | undefined> {
    this.#thread ??= this.#start()
    this.#thread.postMessage({ files, packs } satisfies Assignment)
    const answer = await new Promise<Answer | undefined>((resolve) => this.#waiting.push(resolve))
    return answer?.compiled.map((one) => one && this.#numbers.translated(one))
  }

  /** Ends the thread with whatever it is doing. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #start(): Worker {
    this.#numbers.forget()
    const thread = new Worker(new URL('./thread.mjs', import.meta.url), {
      workerData: this.#settings,
      // The flags of this process are left out: a thread needs neither a second loader nor a script to evaluate.
      execArgv: [],
    })
    thread.on('message', (answer: Answer) => {
      this.#numbers.learn(answer.terms)
      this.#waiting.shift()!(answer)
    })
    // The thread may be out of memory, for example.
    thread.on('error', () => {
      this.#thread = undefined
      for (const resolve of this.#waiting.splice(0)) resolve(undefined)
    })
    return thread
  }
}
