// A sign of life for processes that cannot see this one: a file that changes once a second. A thread of its own makes it, since the
// thread that writes a snapshot may be busy for long.
import { Worker } from 'node:worker_threads'

const intervalMs = 1_000

/** The program ignores errors, since the next time may be better; a file that is gone stays gone. */
const program = `
const { writeFileSync } = require('node:fs')
let beating, beats = 0
require('node:worker_threads').parentPort.on('message', (path) => {
  clearInterval(beating)
  if (path !== null) beating = setInterval(() => {
    try { writeFileSync(path, String(++beats), { flag: 'r+' }) } catch {}
  }, ${intervalMs})
})`

/** The sign of life for one lock after another: its thread is started for the first, and waits for the next. */
export class Heartbeat {
  #worker: Worker | undefined

  /** @param path an existing file */
  begin(path: string): void {
    if (this.#worker === undefined) {
      // The flags of this process are not passed on, as for helper threads.
      this.#worker = new Worker(program, { eval: true, execArgv: [] }).once('error', () => {
        this.#worker = undefined
      })
      this.#worker.unref()
    }
    this.#worker.postMessage(path)
  }

  rest(): void {
    this.#worker?.postMessage(null)
  }

  /** Ends its thread. */
  close(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
  }
}
