// Builds that wait for as long as a test likes: this process holds the lock of the folder they write into.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nameOf } from '../../snapshot/write/process.ts'

/**
 * @param data the folder of snapshots
 * @returns what lets go
 */
export function hold(data: string): () => void {
  const lock = join(data, '.lock')
  mkdirSync(data, { recursive: true })
  while (!take(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
  return () => rmSync(lock, { recursive: true, force: true })
}

/** False while a build has it. */
function take(lock: string): boolean {
  try {
    mkdirSync(lock)
    writeFileSync(join(lock, `${nameOf(process.pid)}-test`), '')
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOENT') return false
    throw error
  }
}
