// Follows dist/data/current.json. A new snapshot is verified to its last byte before it replaces the one that answers;
// a damaged one is refused, and the last good one goes on.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { currentIdentity } from '../snapshot/read/current.ts'
import { isExhaustion } from '../snapshot/read/error.ts'
import type { Current, Snapshots } from '../snapshot/read/snapshots.ts'
import { damagesOf } from '../snapshot/read/verify.ts'
import { answering, inWords } from './current.ts'

export interface ReloadOptions {
  /** The folder of snapshots. */
  data: string
  snapshots: Snapshots
  /** Milliseconds between two looks at current.json. */
  interval: number
  log: (line: string) => void
  info: (line: string) => void
}

export interface Reload {
  /** Looks now, at what was refused, too. Resolves when what is there answers or has been refused; never rejects. */
  look(): Promise<void>
  stop(): void
}

/** What could not be read is looked at again after so many looks: it may have been on its way. */
const looksUntilAgain = 20

/** Looks once at the start, and then whenever current.json is another file than before. */
export function startReload({ data, snapshots, interval, log, info }: ReloadOptions): Reload {
  /** Names of folders that were whole when they were read: a name stands for its bytes. */
  const verified = new Set<string>()
  /** Which file current.json was at the last look; `null` before the first. */
  let seen: string | undefined | null = null
  /** What was said of a snapshot that was refused, and when it is to be looked at again. */
  let refused = ''
  let looks = 0
  let again = Number.POSITIVE_INFINITY
  let turn: Promise<void> = Promise.resolve()

  async function swap(): Promise<void> {
    again = Number.POSITIVE_INFINITY
    try {
      const before = answering(snapshots)?.hash
      for (const hash of snapshots.damaged) verified.delete(hash)
      await verifyAll(data, snapshots, verified)
      snapshots.reload()
      for (const hash of verified) if (!existsSync(join(data, hash))) verified.delete(hash)
      refused = ''
      const now = snapshots.current()
      info(`${now.hash === before ? 'verified' : 'swapped in'}: ${inWords(now)}`)
    } catch (error) {
      // Whoever starts on an empty folder is told so where it is said what answers.
      const say = systemCode(error) === 'ENOENT' && !answering(snapshots) ? info : log
      const line = `${error instanceof Error ? error.message : error}; ${consequence(snapshots)}`
      // A preview may be built again and again where it is not to be served.
      if (line !== refused) say(line)
      refused = line
      if (systemCode(error) !== undefined) again = looks + looksUntilAgain
    }
  }

  async function look(isDue = looks >= again): Promise<void> {
    looks++
    const found = currentIdentity(data)
    if (found !== seen || isDue) turn = turn.then(swap)
    seen = found
    await turn
  }

  void look()
  const timer = setInterval(() => look(), interval).unref()
  return { look: () => look(refused !== ''), stop: () => clearInterval(timer) }
}

/**
 * Verifies what current.json names, and if it is replaced meanwhile, what it names then.
 * @param verified gains the names of whole folders
 * @throws {SnapshotError}
 */
async function verifyAll(data: string, snapshots: Snapshots, verified: Set<string>): Promise<void> {
  const rest = () => unverified(snapshots.next(), verified)
  for (let next = rest(); next.length > 0; next = rest()) {
    for (const { folder, hash } of next) {
      try {
        await verify(data, folder, hash)
        verified.add(hash)
      } catch (error) {
        // What is no longer named may be gone already.
        if (snapshots.next().workspaces.get(folder)?.hash !== hash) continue
        if (!isExhaustion(error)) snapshots.damaged.add(hash)
        throw error
      }
    }
  }
}

/** Requests are answered between one piece and the next. */
async function verify(data: string, folder: string, hash: string): Promise<void> {
  for (const damage of damagesOf(data, folder, hash)) {
    if (damage) throw damage
    await nextTurn()
  }
}

function unverified({ workspaces }: Current, verified: ReadonlySet<string>) {
  const named = [...workspaces].map(([folder, { hash }]) => ({ folder, hash }))
  return named.filter(({ hash }) => !verified.has(hash))
}

/** Of a file that is not there or cannot be read, rather than of a wrong one. */
function systemCode(error: unknown): string | undefined {
  const { cause } = error as { cause?: NodeJS.ErrnoException }
  return cause?.syscall === undefined ? undefined : cause.code
}

function consequence(snapshots: Snapshots): string {
  const current = answering(snapshots)
  if (current === undefined) return 'requests are answered 503; run galley build'
  const { workspace, damaged } = snapshots.health(true)
  const name = `snapshot ${current.hash}`
  if (workspace) return `what cannot be read of ${name} is answered 503; run galley build again`
  if (damaged) return `what is damaged of ${name} is answered 503, the rest goes on; run galley build again`
  return `${name} goes on answering; run galley build again`
}
