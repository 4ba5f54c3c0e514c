// Runs builds in a thread of their own: this one stays free for requests, the progress bar and Ctrl-C.
import { Worker } from 'node:worker_threads'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import type { BuildOptions, BuildResult } from '../../build/index.ts'
import type { BuildRequest, BuildThreadData, Message } from './worker.ts'

export interface Builder {
  /**
   * Not to be called again before the previous build has ended.
   * @throws {ConfigurationError}
   */
  build(options: Omit<BuildOptions, 'cache'>): Promise<BuildResult>
  close(): Promise<unknown>
}

/** @param cache what builds keep for later ones; by default, nothing */
export function startBuilder(cache?: BuildThreadData['cache']): Builder {
  const workerData: BuildThreadData = { cache }
  let thread: Worker | undefined
  const close = async () => {
    await thread?.terminate()
    thread = undefined
  }
  return {
    async build(options) {
      thread ??= new Worker(new URL('./worker.mjs', import.meta.url), { workerData })
      try {
        return await buildIn(thread, options)
      } catch (error) {
        // The thread may have ended, or its memory may be full: the next build gets a new one.
        await close()
        throw error
      }
    },
    close,
  }
}

function buildIn(
  thread: Worker,
  { onProgress, ...options }: Omit<BuildOptions, 'cache'>,
): Promise<BuildResult> {
  const request: BuildRequest = { ...options, env: { ...options.env } }
  return new Promise<BuildResult>((resolve, reject) => {
    const listen = (message: Message) => {
      if (message.kind === 'progress') return onProgress?.(message.done, message.total)
      stop()
      if (message.kind === 'built') resolve(message.result)
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
    thread.postMessage(request)
  })
}
