// One writer at a time: two builds into one folder would each remove what the other has just written. Our own rather than
// proper-lockfile (4.1), whose holder proves by a timer that it is alive: a process busy with synchronous work looks dead, and
// the lock of a killed process blocks others for ten seconds. An exclusive file cannot be taken over without a race.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, nameOf } from './process.ts'

const pauseMs = 50
const timeoutMs = 300_000

/**
 * Runs `work` while this process holds the folder's lock. Takes over the lock of a process that no longer runs.
 * @throws {Error} if another process holds it for over five minutes
 */
export function whileLocked<T>(dir: string, work: () => T): T {
  const lock = join(dir, '.lock')
  const own = `${nameOf(process.pid)}-${randomUUID()}`
  for (let waited = 0; !take(dir, lock, own); waited += pauseMs) {
    const holder = holderOf(lock)
    if (holder !== undefined && !isRunning(holder)) removeLock(lock, holder)
    else if (waited < timeoutMs) pause()
    else
      throw new Error(`${lock} is held by process ${holder?.split('-')[0]}; wait for that build to finish.`)
  }
  try {
    removeLeftovers(dir)
    return work()
  } finally {
    removeLock(lock, own)
  }
}

/**
 * The lock is a folder containing a file named after its holder. Renaming a prepared folder to the lock's name creates both
 * atomically, and fails while another lock exists; removing a dead holder's file can never hit its successor's file.
 */
function take(dir: string, lock: string, own: string): boolean {
  if (holderOf(lock) !== undefined) return false
  const prepared = join(dir, preparedPrefix + own)
  try {
    mkdirSync(prepared)
    writeFileSync(join(prepared, own), '')
    removeEmpty(lock)
    renameSync(prepared, lock)
    return true
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true })
    if (exists.has(codeOf(error))) return false
    throw error
  }
}

const preparedPrefix = '.lock-'
/** Error codes for a non-empty folder in the way. */
const exists = new Set(
  process.platform === 'win32'
    ? ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY']
    : ['ENOTEMPTY', 'EEXIST'],
)

/** Removes what processes left behind that ended while they were waiting. */
function removeLeftovers(dir: string): void {
  for (const name of readdirSync(dir)) {
    if (!name.startsWith(preparedPrefix) || isRunning(name.slice(preparedPrefix.length))) continue
    rmSync(join(dir, name), { recursive: true, force: true })
  }
}

function removeLock(lock: string, holder: string): void {
  rmSync(join(lock, holder), { force: true })
  removeEmpty(lock)
}

function removeEmpty(lock: string): void {
  try {
    rmdirSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' && !exists.has(codeOf(error))) throw error
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return readdirSync(lock)[0]
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code)
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
}
