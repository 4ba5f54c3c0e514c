// Builds that wait for as long as a test likes: another process holds the lock of the folder they write into.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const script = fileURLToPath(new URL('hold-lock.mts', import.meta.url))

/**
 * @param data the folder of snapshots
 * @returns what lets go
 */
export async function hold(data: string): Promise<() => Promise<void>> {
  mkdirSync(data, { recursive: true })
  const holder = spawn(process.execPath, ['--import', 'tsx', script, data])
  await once(holder.stdout, 'data')
  return async () => {
    if (!holder.kill('SIGKILL')) return
    await once(holder, 'exit')
  }
}
