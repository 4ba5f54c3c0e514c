// Starts build threads. One takes a while to load its modules, so it is started before it is known what for.
import { MessageChannel, Worker } from 'node:worker_threads'
import type { ThreadData } from './thread-main.ts'

/** A build makes much that lasts until the next one: with less room for what is new, it is copied again and again. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/** The build threads of a process. */
export class BuildThreads {
  /** The thread for whoever asks first. */
  #ahead: ReturnType<typeof start> | undefined

  /** Starts a thread: nothing waits for it, and the process may end without it. */
  startAhead(): void {
    this.#ahead = start()
    this.#ahead.thread.unref()
    // The next caller gets another one then, and hears why that one fails.
    this.#ahead.thread.once('error', () => {
      this.#ahead = undefined
    })
  }

  /** Returns the thread that was started ahead, or a new one. */
  take(data: ThreadData): Worker {
    const { thread, port } = this.#ahead ?? start()
    this.#ahead = undefined
    thread.ref()
    port.postMessage(data)
    port.close()
    return thread
  }
}

/** Starts a thread for a command that will probably build. */
export function startAhead(): BuildThreads {
  const threads = new BuildThreads()
  threads.startAhead()
  return threads
}

/** @returns the thread, and the port by which it gets its data */
function start() {
  const { port1, port2 } = new MessageChannel()
  const options = { workerData: port2, transferList: [port2], resourceLimits }
  return { thread: new Worker(new URL('./build-thread.mjs', import.meta.url), options), port: port1 }
}
