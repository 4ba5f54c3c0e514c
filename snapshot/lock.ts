// One writer at a time: two builds into one folder would each remove what the other has just written.
import { closeSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

const pauseMs = 50
const patienceMs = 60_000

/**
 * Runs `work` while this process holds the folder's lock. A lock whose process is gone is taken over.
 * @throws {Error} when another process holds it for over a minute
 */
export function whileLocked<T>(dir: string, work: () => T): T {
  const path = join(dir, '.lock')
  for (let waited = 0; !take(path); waited += pauseMs) {
    if (waited >= patienceMs) {
      throw new Error(
        `${path} is held by process ${holder(path)}; wait for that build, or remove the file if there is none.`,
      )
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
  }
  try {
    return work()
  } finally {
    rmSync(path, { force: true })
  }
}

function take(path: string): boolean {
  try {
    const descriptor = openSync(path, 'wx')
    writeSync(descriptor, String(process.pid))
    closeSync(descriptor)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!isRunning(holder(path))) rmSync(path, { force: true })
    return false
  }
}

function holder(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || process.pid
  } catch {
    return process.pid
  }
}

/** Whether another process of this number is alive. */
export function isRunning(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
