// One writer at a time: two builds into one folder would each remove what the other has just written. The lock is our own, not
// proper-lockfile (4.1), whose holder proves by a timer that it is alive: a process busy with synchronous work looks dead, and
// the lock of a killed process always blocks others for ten seconds. An exclusive file cannot be taken over without a race.
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { rename } from '../format/sealed-file.ts'
import { tried } from '../tried.ts'
import { Heartbeat } from './heartbeat.ts'
import { isRunning, nameOf, ownPlace, titleOf } from './process.ts'

const pauseMs = 50
const timeoutMs = 300_000
/** Waits that are shorter are not reported: most builds hold the lock for less. */
const patienceMs = 1_000

/**
 * The time that a holder elsewhere may be silent: twenty heartbeats. Disks under the load of a build let small writes wait for ten
 * seconds; and the longer it is, the longer a build that was killed in another container keeps others waiting.
 */
const silenceMs = 20_000

/**
 * Runs `work` while this process holds the folder's lock. Takes over the lock of a process that no longer runs, or that is
 * elsewhere and gives no sign of life.
 * @param work gets a folder that is gone once the lock is lost: what is renamed from there replaces nothing of the next holder
 * @param options.onNote called with whom it waits for
 * @param options.heartbeat of a process that takes locks again and again; without it, this lock has one of its own
 * @throws {LockError} if another process holds it for over five minutes, or has taken it over
 */
export function whileLocked<T>(
  dir: string,
  work: (held: string) => T,
  { onNote, heartbeat: shared }: LockOptions = {},
): T {
  const lock = join(dir, '.lock')
  const own = `${nameOf(process.pid)}-${randomUUID()}`
  const held = join(lock, own)
  const beating = shared ?? new Heartbeat()
  waitFor(dir, lock, own, onNote)
  try {
    if (ownPlace) beating.begin(join(held, heartbeat))
    removeLeftovers(dir)
    return work(held)
  } catch (error) {
    if (existsSync(held)) throw error
    throw new LockError(`${lock} was taken over by another build while this one stood still. Build again.`)
  } finally {
    if (shared) shared.rest()
    else beating.close()
    // The work is done, or has failed, whatever becomes of the lock.
    discard(held)
    tried(() => rmdirSync(lock))
  }
}

export interface LockOptions {
  onNote?: ((note: string) => void) | undefined
  heartbeat?: Heartbeat | undefined
}

export class LockError extends Error {
  override name = 'LockError'
}

/** Waits for the lock. Time is counted by its own pauses: clocks differ, and a suspended process has not been watching. */
function waitFor(dir: string, lock: string, own: string, onNote?: (note: string) => void): void {
  let [seen, since, reported] = ['', 0, '']
  for (let waited = 0; !take(dir, lock, own); waited += pauseMs) {
    const holder = holderOf(lock) ?? ''
    const sign = `${holder} ${tried(() => readFileSync(join(lock, holder, heartbeat), 'latin1'))}`
    if (sign !== seen) [seen, since] = [sign, waited]
    const runs = isRunning(holder) ?? waited - since < silenceMs
    if (holder && !runs) takeAway(dir, lock, holder)
    else if (waited >= timeoutMs)
      throw new LockError(`${lock} is held by ${titleOf(holder)}; wait for that build to finish.`)
    else pause()
    if (waited < patienceMs || holder === reported || !runs) continue
    reported = holder
    onNote?.(`Waiting for ${titleOf(holder)}, which holds ${lock}.`)
  }
}

/**
 * Takes the lock, a folder with a folder named after its holder. Renaming a prepared folder to the lock's name creates both
 * atomically, and fails while another lock exists; removing a dead holder's folder can never hit its successor's.
 */
function take(dir: string, lock: string, own: string): boolean {
  if (holderOf(lock) !== undefined) return false
  const prepared = join(dir, preparedPrefix + own)
  mkdirSync(prepared)
  try {
    mkdirSync(join(prepared, own))
    writeFileSync(join(prepared, own, heartbeat), '')
    tried(() => rmdirSync(lock))
    renameSync(prepared, lock)
    return true
  } catch (error) {
    discard(prepared)
    if (outrun.includes(codeOf(error))) return false
    throw error
  }
}

const heartbeat = 'heartbeat'
const preparedPrefix = '.lock-'
/** Error codes for a non-empty folder in the way, and for a prepared one that the holder of the lock has removed. */
const outrun = ['ENOTEMPTY', 'EEXIST', 'ENOENT']
if (process.platform === 'win32') outrun.push('EPERM', 'EACCES', 'EBUSY')

/** Removes what processes left behind that ended while they were waiting, and the folders of those that have lost the lock. */
function removeLeftovers(dir: string): void {
  for (const name of readdirSync(dir))
    if (name.startsWith(preparedPrefix) && !isRunning(name.slice(preparedPrefix.length)))
      discard(join(dir, name))
}

/** Removes a folder. Others may do so as well, and a network file system keeps open files; the next holder removes what is left. */
function discard(folder: string): void {
  tried(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
}

/** Takes the lock away. The holder loses it from one moment to the next: what it goes on to write in its folder arrives nowhere. */
function takeAway(dir: string, lock: string, holder: string): void {
  const away = join(dir, preparedPrefix + randomUUID())
  try {
    rename(join(lock, holder), away)
    discard(away)
  } catch (error) {
    // Another process may have done it.
    if (codeOf(error) !== 'ENOENT') throw error
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
