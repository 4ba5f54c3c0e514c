// A thread that compiles files beside this one. A file may cost it its life.
import { Worker } from 'node:worker_threads'
import type { Compiled } from './compile.ts'
import type { PostFile, Try } from './post-file.ts'
import type { Settings } from './settings.ts'

/** What a thread is sent, once for each answer. */
export interface Assignment {
  files: readonly PostFile[]
  which: Try
}

/** What came of each file: nothing where it took too long, or more memory than a thread has. */
export type Answer = (Compiled | undefined)[]

/** A file of the permitted size takes a tenth of it. */
const MOST_MEGABYTES = 150

interface Waiting extends Assignment {
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

  /** Assignments are done one after another. The thread is started with the first one after it was lost. */
  compile(files: readonly PostFile[], which: Try): Promise<Answer> {
    this.#thread ??= this.#start()
    this.#thread.postMessage({ files, which } satisfies Assignment)
    return new Promise((resolve, reject) => this.#waiting.push({ files, which, resolve, reject }))
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
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES, maxYoungGenerationSizeMb: 32 },
      // Else the flags of the command that runs us: a thread has no use for a second loader or a script to evaluate.
      execArgv: [],
    })
    thread.on('message', (answer: Answer) => this.#waiting.shift()!.resolve(answer))
    thread.on('error', (error: NodeJS.ErrnoException) => {
      this.#thread = undefined
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      for (const { files, resolve, reject } of this.#waiting.splice(0)) {
        if (outOfMemory) resolve(files.map(() => undefined))
        else reject(error)
      }
    })
    return thread
  }
}
