// One writer at a time: two builds into one folder would each remove what the other has just written. Ours rather than
// proper-lockfile (4.1), which tells by a timer that its holder lives: synchronous work is taken for dead, and the lock of a
// process that was killed holds others up for ten seconds. An exclusive file cannot be taken over without a race.
import { randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning, nameOf } from './process.ts'

const pauseMs = 50
const patienceMs = 300_000

/**
 * Runs `work` while this process holds the folder's lock. A lock whose process is gone is taken over.
 * @throws {Error} when another process holds it for over five minutes
 */
export function whileLocked<T>(dir: string, work: () => T): T {
  const lock = join(dir, '.lock')
  const own = `${nameOf(process.pid)}-${randomUUID()}`
  for (let waited = 0; !take(dir, lock, own); waited += pauseMs) {
    const holder = holderOf(lock)
    if (holder !== undefined && !isRunning(holder)) removeLock(lock, holder)
    else if (waited < patienceMs) pause()
    else throw new Error(`${lock} is held by process ${holder?.split('-')[0]}; let that build end first.`)
  }
  try {
    removeLeftovers(dir)
    return work()
  } finally {
    removeLock(lock, own)
  }
}

/**
 * The lock is a folder that holds a file named after its holder. Renaming a folder that has one already to this name
 * makes both at once, and fails while another is there; removing the file of a holder that is gone can never hit the
 * file of its successor.
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
    if (isThere.has(codeOf(error))) return false
    throw error
  }
}

const preparedPrefix = '.lock-'
/** What systems say when a folder with something in it is in the way. */
const isThere = new Set(
  process.platform === 'win32'
    ? ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES', 'EBUSY']
    : ['ENOTEMPTY', 'EEXIST'],
)

/** Of processes that ended while they waited. */
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
    if (codeOf(error) !== 'ENOENT' && !isThere.has(codeOf(error))) throw error
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
