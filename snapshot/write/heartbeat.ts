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

/** The helper thread for all locks of this thread. */
let heart: Worker | undefined

/** @param path an existing file; null ends it */
export function beat(path: string | null): void {
  if (path !== null && heart === undefined) {
    // The flags of this process are not passed on, as for helper threads.
    heart = new Worker(program, { eval: true, execArgv: [] }).once('error', () => {
      heart = undefined
    })
    heart.unref()
  }
  heart?.postMessage(path)
}
