// Starts build threads. One takes a while to load its modules, so it is started before it is known what for.
import { MessageChannel, Worker } from 'node:worker_threads'
import type { ThreadData } from './thread-main.ts'

/** A build makes much that lasts until the next one: with less room for what is new, it is copied again and again. */
const resourceLimits = { maxYoungGenerationSizeMb: 96 }

/** The thread for whoever asks first. */
let ahead: ReturnType<typeof start> | undefined

/** Starts a thread for a command that will probably build: nothing waits for it, and the process may end without it. */
export function startAhead(): void {
  ahead = start()
  ahead.thread.unref()
  // The next caller gets another one then, and hears why that one fails.
  ahead.thread.once('error', () => {
    ahead = undefined
  })
}

/** Returns the thread that was started ahead, or a new one. */
export function startThread(data: ThreadData): Worker {
  const { thread, port } = ahead ?? start()
  ahead = undefined
  thread.ref()
  port.postMessage(data)
  port.close()
  return thread
}

/** @returns the thread, and the port by which it gets its data */
function start() {
  const { port1, port2 } = new MessageChannel()
  const options = { workerData: port2, transferList: [port2], resourceLimits }
  return { thread: new Worker(new URL('./thread.mjs', import.meta.url), options), port: port1 }
}
