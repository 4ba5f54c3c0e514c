// A helper thread: it compiles files, and packs and measures texts.

import { Worker } from 'node:worker_threads'
import type { TermNumbers } from '../../../packages/search/index.ts'
import type { Measure } from '../../../snapshot/write/distinct.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import type { StoredFile } from '../stored-content.ts'
import { foreignNumbers } from './foreign-numbers.ts'
import type { PostFile } from './post.ts'

/** The HTML and the markdown of a post. */
export type PublicTextPair = readonly [html: string, markdown: string]
/** The same as the snapshot stores them. */
export type PackedTexts = [html: Uint8Array, markdown: Uint8Array]

/** The message to a thread; each gets one answer. */
export type Assignment =
  | { compile: readonly PostFile[]; packs: boolean }
  | { pack: readonly PublicTextPair[] }
  | { measure: readonly (readonly Uint8Array[])[] }

export type Answer = CompiledAnswer | { packed: PackedTexts[] } | { measures: Measure[] }

export interface CompiledAnswer {
  /** The result of each file's first try. */
  compiled: (StoredFile | undefined)[]
  /** Those to which the thread has given numbers since its last answer. */
  terms: string[]
}

type Resolve = (answer: Answer | undefined) => void

export class HelperThread {
  readonly #settings: readonly CompilerSettings[]
  readonly #numbers: ReturnType<typeof foreignNumbers>
  readonly #waiting: Resolve[] = []
  #thread: Worker | undefined

  /** @param vocabulary gets the words of posts */
  constructor(settings: readonly CompilerSettings[], vocabulary: TermNumbers) {
    this.#settings = settings
    this.#numbers = foreignNumbers(vocabulary)
  }

  /**
   * Assignments are done one after another; `undefined` if the thread crashes.
   * @param packs whether contents are packed: see `stored`
   */
  async compile(files: readonly PostFile[], packs: boolean): Promise<(StoredFile | undefined)[] | undefined> {
    const answer = await this.#assign({ compile: files, packs })
    if (!answer || !('compiled' in answer)) return undefined
    return answer.compiled.map((one) => one && this.#numbers.translated(one))
  }

  /** Likewise. */
  async pack(texts: readonly PublicTextPair[]): Promise<PackedTexts[] | undefined> {
    const answer = await this.#assign({ pack: texts })
    return answer && 'packed' in answer ? answer.packed : undefined
  }

  /** Likewise, of some stretches: see `measureOf`. */
  async measure(stretches: readonly (readonly Uint8Array[])[]): Promise<Measure[] | undefined> {
    const answer = await this.#assign({ measure: stretches })
    return answer && 'measures' in answer ? answer.measures : undefined
  }

  /** Ends the thread with whatever it is doing. */
  async end(): Promise<void> {
    const thread = this.#thread
    this.#thread = undefined
    await thread?.terminate()
  }

  /** The thread is started with the first assignment. */
  #assign(assignment: Assignment): Promise<Answer | undefined> {
    this.#thread ??= this.#start()
    this.#thread.postMessage(assignment)
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #start(): Worker {
    this.#numbers.forget()
    const thread = new Worker(new URL('./thread.mjs', import.meta.url), {
      workerData: this.#settings,
      // Not the flags of this process: a thread needs neither a second loader nor a script to evaluate.
      execArgv: [],
    })
    thread.on('message', (answer: Answer) => {
      if ('terms' in answer) this.#numbers.learn(answer.terms)
      this.#waiting.shift()!(answer)
    })
    // For example out of memory.
    thread.on('error', () => {
      this.#thread = undefined
      for (const resolve of this.#waiting.splice(0)) resolve(undefined)
    })
    return thread
  }
}
