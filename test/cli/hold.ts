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
  mkdirSync(lock, { recursive: true })
  writeFileSync(join(lock, `${nameOf(process.pid)}-test`), '')
  return () => rmSync(lock, { recursive: true, force: true })
}
