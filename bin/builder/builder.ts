// Runs builds in a thread of their own: this one stays free for requests, the progress bar and Ctrl-C.
import type { Worker } from 'node:worker_threads'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { BuildOptions, BuildResult } from '../../build/index.ts'
import type { Threads } from '../cli/command.ts'
import { BuildThreads } from './thread.ts'
import type { Answers, AskedQuestion, BuildQuestion, Message, Question, ThreadData } from './thread-main.ts'

type Hears = Pick<BuildOptions, 'onProgress' | 'onPublished'>
type AttemptOptions = Omit<BuildOptions, 'memo' | 'isOutdated'>

export type Builder = ReturnType<typeof startBuilder>

/**
 * @param cache what builds keep for later ones; by default, nothing
 * @param threads one of which may have been started already
 */
export function startBuilder(cache?: ThreadData['cache'], threads: Threads = new BuildThreads()) {
  const outdated = new Int32Array(new SharedArrayBuffer(4))
  let thread: Worker | undefined
  const close = async () => {
    const ending = thread
    thread = undefined
    await ending?.terminate()
  }
  let asked = 0
  const answerTo = <T>(question: Question | BuildQuestion, hears: Hears = {}) => {
    thread ??= threads.take({ cache, outdated })
    return answerOf<T>(thread, { ...question, id: ++asked }, hears, close)
  }
  const attempt = async (options: AttemptOptions) => {
    const { onProgress: _, onPublished: __, ...rest } = options
    Atomics.store(outdated, 0, 0)
    const about = { ...rest, env: { ...rest.env } }
    try {
      return await answerTo<BuildResult | undefined>({ ask: 'build', about }, options)
    } catch (error) {
      // The thread may have ended, or its memory may be full: the next build gets a new one.
      await close()
      throw error
    }
  }
  return {
    /** Answered between two builds. */
    ask: <Q extends Question>(question: Q) => answerTo<Answers[Q['ask']] | undefined>(question),
    /**
     * Builds the content. It is not to be called again before the previous build has ended.
     * @throws {ConfigurationError}
     */
    build: async (options: AttemptOptions) => (await attempt(options))!,
    /** Does what `build` does; `undefined` if it was interrupted, and nothing was written. */
    attempt,
    /** Files have changed: a build that is still reading them is not to be published. */
    interrupt: () => void Atomics.store(outdated, 0, 1),
    close,
  }
}

/** @param close is called if the thread ends: whoever asks next gets another one */
function answerOf<T>(
  thread: Worker,
  question: AskedQuestion,
  hears: Hears,
  close: () => Promise<void>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const listen = (message: Message) => {
      if (message.kind === 'progress') hears.onProgress?.(message.progress)
      else if (message.kind === 'published') hears.onPublished?.()
      else if (message.id === question.id) {
        stop()
        if (message.reason !== undefined) reject(new ConfigurationError(message.reason))
        else if (message.error !== undefined) reject(message.error)
        else resolve(message.answer as T)
      }
    }
    const fail = async (reason: unknown) => {
      stop()
      await close()
      reject(reason instanceof Error ? reason : new Error(`The build thread ended with ${reason}.`))
    }
    const stop = () => {
      thread.off('message', listen).off('error', fail).off('exit', fail)
    }
    thread.on('message', listen).on('error', fail).on('exit', fail)
    thread.postMessage(question)
  })
}
