// The thread that builds: takes options, tells how far it is, gives back the result. builder.ts is its other end.
import { parentPort } from 'node:worker_threads'
import { type BuildOptions, type BuildResult, build } from '../../build/index.ts'
import { isExpectedError } from '../cli/expected-error.ts'

/** What can be sent: the environment as plain data, and no function. */
export type BuildRequest = Omit<BuildOptions, 'onProgress'>

export type Message =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'built'; result: BuildResult }
  | { kind: 'refused'; reason: string }
  | { kind: 'failed'; error: unknown }

/** Nobody sees more than ten steps a second. */
const progressMs = 100

parentPort?.on('message', async (request: BuildRequest) => {
  let sentAt = 0
  const onProgress = (done: number, total: number) => {
    const now = performance.now()
    if (now - sentAt < progressMs && done < total) return
    sentAt = now
    send({ kind: 'progress', done, total })
  }
  try {
    send({ kind: 'built', result: await build({ ...request, onProgress }) })
  } catch (error) {
    // An error that is sent loses its class and its code.
    if (isExpectedError(error)) send({ kind: 'refused', reason: error.message })
    else send({ kind: 'failed', error })
  }
})

function send(message: Message): void {
  parentPort?.postMessage(message)
}
