// Runs builds in a thread of their own: this one stays free for requests, the progress bar and Ctrl-C.
import type { Worker } from 'node:worker_threads'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { BuildOptions, BuildResult, LiveOptions } from '../../build/index.ts'
import { startThread } from './thread.ts'
import type { Answers, BuildRequest, BuildThreadData, Message, Question } from './worker.ts'

type AttemptOptions = Omit<BuildOptions, 'memo' | keyof LiveOptions>

export type Builder = ReturnType<typeof startBuilder>

/** @param cache what builds keep for later ones; by default, nothing */
export function startBuilder(cache?: BuildThreadData['cache']) {
  const outdated = new Int32Array(new SharedArrayBuffer(4))
  let thread: Worker | undefined
  const close = async () => {
    await thread?.terminate()
    thread = undefined
  }
  const attempt = async (options: AttemptOptions) => {
    Atomics.store(outdated, 0, 0)
    try {
      thread ??= startThread({ cache, outdated })
      return await buildIn(thread, options)
    } catch (error) {
      // The thread may have ended, or its memory may be full: the next build gets a new one.
      await close()
      throw error
    }
  }
  let asked = 0
  const ask = <Q extends Question>(question: Q) => {
    const id = ++asked
    thread ??= startThread({ cache, outdated })
    type Answer = Answers[Q['ask']] | undefined
    return answerOf(thread, { ...question, id }, (message, resolve: (answer: Answer) => void, reject) => {
      if (message.kind !== 'answer' || message.id !== id) return false
      if (message.error === undefined) resolve(message.answer as Answer)
      else reject(message.error)
      return true
    })
  }
  return {
    /** Answered between two builds. */
    ask,
    /**
     * Not to be called again before the previous build has ended.
     * @throws {ConfigurationError}
     */
    build: async (options: AttemptOptions) => (await attempt(options))!,
    /** Likewise; `undefined` if it was interrupted, and nothing was written. */
    attempt,
    /** Files have changed: a build that is still reading them is not to be published. */
    interrupt: () => void Atomics.store(outdated, 0, 1),
    close,
  }
}

function buildIn(thread: Worker, options: AttemptOptions) {
  const { onProgress, onPublished, ...rest } = options
  const request: BuildRequest = { ...rest, env: { ...rest.env } }
  return answerOf<BuildResult | undefined>(thread, request, (message, resolve, reject) => {
    if (message.kind === 'progress') onProgress?.(message.progress)
    else if (message.kind === 'published') onPublished?.()
    else if (message.kind === 'built') resolve(message.result)
    else if (message.kind === 'outdated') resolve(undefined)
    else if (message.kind === 'refused') reject(new ConfigurationError(message.reason))
    else if (message.kind === 'failed') reject(message.error)
    return !['progress', 'published', 'answer'].includes(message.kind)
  })
}

/** @param hear is told what the thread says, until it returns true */
function answerOf<T>(
  thread: Worker,
  request: unknown,
  hear: (message: Message, resolve: (value: T) => void, reject: (reason: unknown) => void) => boolean,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const listen = (message: Message) => {
      if (hear(message, resolve, reject)) stop()
    }
    const fail = (reason: unknown) => {
      stop()
      reject(reason instanceof Error ? reason : new Error(`The build thread ended with ${reason}.`))
    }
    const stop = () => {
      thread.off('message', listen).off('error', fail).off('exit', fail)
    }
    thread.on('message', listen).on('error', fail).on('exit', fail)
    thread.postMessage(request)
  })
}
