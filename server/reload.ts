// Watches dist/data/current.json. A new snapshot is verified to the last byte before it replaces the current one; a damaged
// one is refused, and the last good one stays.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Causes } from '../api/_app/http/causes.ts'
import { servedSnapshot } from '../api/_app/routes/service.ts'
import { isExhaustion, OtherFormatError } from '../snapshot/folder/error.ts'
import { namesOf } from '../snapshot/format/format.ts'
import { many } from '../snapshot/printable.ts'
import { type Current, currentIdentity } from '../snapshot/read/current.ts'
import type { Snapshots } from '../snapshot/read/snapshots.ts'
import { partsOf } from '../snapshot/read/verify.ts'

export interface ReloadOptions {
  /** The folder of snapshots. */
  data: string
  snapshots: Snapshots
  /** The interval between checks of current.json, in ms. */
  interval: number
  /** The snapshots are written by a trusted process, so they are intact. */
  isOwn: boolean
  /** Somebody else mends what is public, and says so; by default, whoever writes another snapshot has mended all. */
  isFollowing?: boolean
  /** The sentence that says how to repair a snapshot that is missing or damaged. */
  remedy?: string | undefined
  /** The clock, in ms since the epoch. */
  now?: () => number
  log: (line: string) => void
  info: (line: string) => void
}

/** A snapshot that could not be read is retried after this many checks: it may still have been on its way. */
const looksUntilRetry = 20

/** The wait from the start to the first check, in ms. */
const firstLook = 250

/** Reloads soon after the start, and then whenever current.json is a different file than before. */
export function startReload(options: ReloadOptions) {
  const { data, snapshots, interval, isOwn, remedy = 'run galley build', now = Date.now, log, info } = options
  const { isFollowing = false } = options
  /** Names of folders and files found intact: a name is the hash of its contents. */
  const verified = new Set<string>()
  /** The identity of current.json at the last check; `null` before the first. */
  let seen: string | undefined | null = null
  /** The reasons for which a snapshot is refused. */
  const causes = new Causes(now)
  let sayAgain = () => {}
  let looks = 0
  /** The check at which a refused snapshot is retried. */
  let retryAt = Number.POSITIVE_INFINITY
  let turn: Promise<void> = Promise.resolve()

  async function swap(): Promise<void> {
    retryAt = Number.POSITIVE_INFINITY
    try {
      const before = servedSnapshot(snapshots)?.hash
      for (const name of snapshots.damaged)
        if (verified.delete(name) || !isFollowing) snapshots.mended.add(name)
      if (!isOwn) await verifyAll(data, snapshots, verified)
      snapshots.reload(snapshots.mended)
      const current = snapshots.current()
      forgetOthers(verified, data, current)
      info(`${current.hash === before ? 'verified' : 'swapped in'}: ${describeSnapshot(current)}`)
      report(current.successor)
    } catch (error) {
      report(error)
      if (systemCode(error) !== undefined) retryAt = looks + looksUntilRetry
    }
  }

  /**
   * Notes what every look then says, once an hour: a preview that is not to be served may be rebuilt again and again.
   * @param error why what is on the disk is not served; `undefined` if it is
   */
  function report(error: unknown): void {
    sayAgain = () => {}
    if (error === undefined) {
      causes.ended()
      return
    }
    // An empty folder at the start is reported where the server says what it serves.
    const say = systemCode(error) === 'ENOENT' && !servedSnapshot(snapshots) ? info : log
    // The message about another format says itself what to do.
    const usual = error instanceof OtherFormatError ? '' : remedy
    const line = `${(error as Error).message}; ${consequence(snapshots, systemCode(error), usual)}`
    sayAgain = () => causes.failed(line, () => say(line))
  }

  async function look(isDue = looks >= retryAt): Promise<void> {
    looks++
    const found = currentIdentity(data)
    if (found !== seen || isDue) turn = turn.then(swap)
    seen = found
    await turn
    sayAgain()
  }

  // A request that waited for the start is answered first: verifying takes all that is left of the thread.
  const first = setTimeout(() => look(), Math.min(interval, firstLook)).unref()
  const timer = setInterval(() => look(), interval).unref()
  return {
    /** Checks now, and retries what was refused. Resolves when the snapshot is served or refused; never rejects. */
    look: () => look(causes.present !== undefined),
    stop() {
      clearTimeout(first)
      clearInterval(timer)
    },
  }
}

/**
 * Verifies what current.json names, and if it is replaced in the meantime, what it names then.
 * @param verified gains the names of intact folders and files
 * @throws {SnapshotError}
 */
async function verifyAll(data: string, snapshots: Snapshots, verified: Set<string>): Promise<void> {
  const named = () =>
    [...snapshots.next().workspaces].flatMap(([folder, entry]) => partsOf(data, folder, entry))
  const rest = () => named().filter(({ name }) => !verified.has(name))
  for (let next = rest(); next.length > 0; next = rest()) {
    for (const part of next) {
      try {
        for (const damage of part.damages()) {
          if (damage) throw damage
          // Requests are answered between one step and the next.
          await nextTurn()
        }
        verified.add(part.name)
      } catch (error) {
        // A workspace that is no longer named may already have been removed.
        if (!named().some(({ name }) => name === part.name)) continue
        if (!isExhaustion(error)) snapshots.damaged.add(part.name)
        throw error
      }
    }
  }
}

/** Forgets workspaces that are no longer named. They may become current again: until then, anything can happen to them. */
function forgetOthers(verified: Set<string>, data: string, { workspaces }: Current): void {
  const named = new Set([...workspaces.values()].flatMap(namesOf))
  for (const name of verified) if (!named.has(name) || !existsSync(join(data, name))) verified.delete(name)
}

export function describeSnapshot({ hash, workspaces, builtAt, preview }: Current): string {
  const facts = [many(workspaces.size, 'workspace')]
  if (builtAt !== null) facts.push(`built ${builtAt}`)
  if (preview !== null) facts.push(`preview of ${preview}`)
  return `snapshot ${hash} (${facts.join(', ')})`
}

/** Returns the error code if a file is missing or cannot be read, rather than wrong. */
function systemCode(error: unknown): string | undefined {
  const { cause } = (error ?? {}) as { cause?: NodeJS.ErrnoException }
  return cause?.syscall === undefined ? undefined : cause.code
}

function consequence(snapshots: Snapshots, code: string | undefined, usual: string): string {
  const current = servedSnapshot(snapshots)
  if (current === undefined) {
    const remedy = code === 'EACCES' ? 'let the user of this process read it' : usual
    return `requests are answered 503${remedy && `; ${remedy}`}`
  }
  const { workspace, damaged } = snapshots.health({ force: true })
  const name = `snapshot ${current.hash}`
  const part = workspace ? 'unreadable' : damaged ? 'damaged' : undefined
  const what = part ? `requests for the ${part} part of ${name} are answered 503` : `still serving ${name}`
  return `${what}${usual && `; ${usual} again`}`
}
