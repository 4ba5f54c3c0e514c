// A thread that compiles files beside this one.
import { Worker } from 'node:worker_threads'
import type { Compiled } from './compile.ts'
import type { PostFile } from './post-file.ts'
import type { Settings } from './settings.ts'

/** What a thread is sent, once for each answer. */
export type Assignment = readonly PostFile[]

/** What came of each file's first try. */
export type Answer = (Compiled | undefined)[]

interface Waiting {
  resolve(answer: Answer): void
  reject(error: Error): void
}

export class Helper {
  readonly #settings: readonly Settings[]
  readonly #waiting: Waiting[] = []
  #thread: Worker | undefined

  constructor(settings: readonly Settings[]) {
    this.#settings = settings
  }

  /** Assignments are done one after another. The thread is started with the first one. */
  compile(files: Assignment): Promise<Answer> {
    this.#thread ??= this.#start()
    this.#thread.postMessage(files)
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }))
  }

  /** Ends the thread with whatever it is doing. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  #start(): Worker {
    const thread = new Worker(new URL('./helper-thread.mjs', import.meta.url), {
      workerData: this.#settings,
      // Else the flags of the command that runs us: a thread has no use for a second loader or a script to evaluate.
      execArgv: [],
    })
    thread.on('message', (answer: Answer) => this.#waiting.shift()!.resolve(answer))
    thread.on('error', (error) => {
      this.#thread = undefined
      for (const { reject } of this.#waiting.splice(0)) reject(error)
    })
    return thread
  }
}
