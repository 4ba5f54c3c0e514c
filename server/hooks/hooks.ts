// Tells others when readers of a workspace can see something else than before: after a new snapshot, and when a post goes live.
// Nothing is told when a process starts, of drafts, or of what is not visible yet.

import { editionAt } from '../../api/_app/listing/edition.ts'
import type { Scheduler } from '../../api/_app/turns/turn.ts'
import type { Current, Snapshots } from '../../snapshot/read/snapshots.ts'
import { changeBetween, nothing, type Seen, seenIn } from './changes.ts'
import type { HookSettings } from './configuration.ts'
import { Deliveries, usualDelays } from './deliveries.ts'
import { post } from './exchange.ts'
import { messageOf, signed } from './message.ts'

export interface HookOptions extends HookSettings {
  /** Certificate authorities, if others than Node's are to be trusted. */
  ca?: string | string[]
  /** How long each try may take, in ms. */
  timeout?: number
  /** How long to wait before each further try, in ms. */
  delays?: readonly number[]
}

export interface HookContext {
  snapshots: Snapshots
  scheduler: Scheduler
  /** ms since the epoch */
  now: () => number
  /** How often to look for changes, in ms. */
  interval?: number
  log: (line: string) => void
  info: (line: string) => void
}

const defaultTimeout = 5_000
const defaultInterval = 1_000
/** What could not be read is read again after this many looks. */
const looksUntilRetry = 30
/** Whose turn it is. */
const ownName = () => 'hooks'

export function startHooks(options: HookOptions, context: HookContext) {
  const { snapshots, scheduler, now, interval = defaultInterval, log, info } = context
  const { hooks, secret, timeout = defaultTimeout, ca } = options
  const deliveries = new Deliveries({
    send: (url, message) => post(url, signed(message, secret, now()), { timeout, ca }),
    delays: options.delays ?? usualDelays,
    log,
    info,
  })
  const folders = [...new Set(hooks.map(({ folder }) => folder))]
  /** What readers of each workspace saw last; nothing of one that has not been looked at. */
  const known = new Map<string, Seen>()
  /** How many looks to leave out, by folder. */
  const skipped = new Map<string, number>()
  let isStopped = false
  let turn: Promise<void> = Promise.resolve()

  async function lookAtAll(): Promise<void> {
    for (const folder of folders) {
      const skip = skipped.get(folder) ?? 0
      if (skip > 0) skipped.set(folder, skip - 1)
      else if (!isStopped) await lookAt(folder).catch(() => skipped.set(folder, looksUntilRetry))
    }
  }

  async function lookAt(folder: string): Promise<void> {
    const current = currentOf(snapshots)
    // Previews are for those who write: what readers saw before one, they see after it.
    if (current === undefined || (current && current.preview !== null)) return
    if (!current?.workspaces.has(folder)) {
      if (current && !known.has(folder)) {
        log(`hooks: GALLEY_HOOKS names ${JSON.stringify(folder)}, and there is no such workspace yet`)
      }
      return notice(folder, nothing)
    }
    const lease = snapshots.lease(folder)
    try {
      const { workspace } = lease
      // It may have replaced the one above only now.
      if (workspace.drafts) return
      const edition = editionAt(workspace, now())
      const before = known.get(folder)
      if (before?.edition !== edition.id)
        await notice(folder, await seenIn(edition, scheduler.turnFor(ownName)))
      else known.set(folder, { ...before, workspace: workspace.hash })
    } finally {
      lease.release()
    }
  }

  async function notice(folder: string, found: Seen): Promise<void> {
    const before = known.get(folder)
    known.set(folder, found)
    if (before === undefined || before.edition === found.edition || isStopped) return
    const builtAt = before.workspace === found.workspace ? null : snapshots.current().builtAt
    const message = messageOf(await changeBetween(folder, before, found), builtAt, now())
    for (const hook of hooks) if (hook.folder === folder) deliveries.add(hook, message)
  }

  const look = () => {
    turn = turn.then(lookAtAll)
    return turn
  }
  void look()
  const timer = setInterval(look, interval).unref()
  return {
    /** Looks for changes now; resolves when messages about them are on their way. Never rejects. */
    look,
    /** Resolves when the messages that are being sent have been; others are given up. */
    async close() {
      isStopped = true
      clearInterval(timer)
      await turn
      await deliveries.close()
    },
  }
}

/** `null` while there is none, `undefined` if it cannot be read. */
function currentOf(snapshots: Snapshots): Current | null | undefined {
  try {
    return snapshots.current()
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : undefined
  }
}
