// Runs builds in a thread of their own: this one stays free for requests, the progress bar and Ctrl-C.
import type { Worker } from 'node:worker_threads'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { BuildOptions, BuildResult, LiveOptions } from '../../build/index.ts'
import { startThread } from './thread.ts'
import type { BuildRequest, BuildThreadData, Message } from './worker.ts'

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
  return {
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
  return new Promise<BuildResult | undefined>((resolve, reject) => {
    const listen = (message: Message) => {
      if (message.kind === 'progress') return onProgress?.(message.progress)
      if (message.kind === 'published') return onPublished?.()
      stop()
      if (message.kind === 'built') resolve(message.result)
      else if (message.kind === 'outdated') resolve(undefined)
      else if (message.kind === 'refused') reject(new ConfigurationError(message.reason))
      else reject(message.error)
    }
    const fail = (reason: unknown) => {
      stop()
      reject(reason instanceof Error ? reason : new Error(`The build thread ended with ${reason}.`))
    }
    const stop = () => {
      thread.off('message', listen).off('error', fail).off('exit', fail)
    }
    thread.on('message', listen).on('error', fail).on('exit', fail)
    const request: BuildRequest = { ...rest, env: { ...rest.env } }
    thread.postMessage(request)
  })
}
