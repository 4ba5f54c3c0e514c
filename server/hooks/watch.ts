// Notices when readers of workspaces can see something else than before: after a new snapshot, and when a post goes live. A declared
// collection is watched as a workspace is.
// Nothing is noticed when a process starts, of drafts, or of what is not visible yet.

import type { Backing } from '../../api/_app/limit/backend.ts'
import { type Edition, editionAt } from '../../api/_app/listing/edition.ts'
import type { Scheduler } from '../../api/_app/turns/turn.ts'
import type { Current, Snapshots } from '../../snapshot/read/snapshots.ts'
import { type Change, changeBetween, type NameOf, nothing, type Seen, seenIn } from './changes.ts'
import type { CountMessage } from './deliveries.ts'

export interface Watched {
  /** The workspaces to watch with their collections, each at least once. */
  folders: Iterable<string>
  /** The beginning of lines in the log, and the variable that asks for the watch. */
  who: string
  variable: string
  /** Returns the names of posts; nothing is noticed in a workspace while it has no names for them. */
  namesIn(edition: Edition): NameOf | undefined
  notify(change: Change): void
  /** Resolves when what is being sent has been; the rest is given up. */
  close(): Promise<void>
}

/** The parts of the server that notifications need. */
export interface NotifierContext {
  snapshots: Snapshots
  scheduler: Scheduler
  /** ms since the epoch */
  now: () => number
  /** The interval between looks for changes, in ms. */
  interval?: number
  /** The store in which several processes agree on which of them notifies. */
  backing: Backing
  /** Counts messages, if they are measured. */
  count?: CountMessage | undefined
  log: (line: string) => void
  info: (line: string) => void
}

const defaultInterval = 1_000
/** An unreadable workspace is read again after this many looks. */
const looksUntilRetry = 30

export function watchChanges(watched: Watched, context: NotifierContext) {
  const { who, variable, namesIn, notify } = watched
  const folders = new Set(watched.folders)
  const { snapshots, scheduler, now, interval = defaultInterval, log } = context
  /** The posts that readers of each workspace saw last; a workspace that has not been looked at is missing. */
  const known = new Map<string, Seen>()
  /** The number of looks to leave out, by folder. */
  const skipped = new Map<string, number>()
  let isStopped = false
  let turn: Promise<void> = Promise.resolve()

  /** Lists a workspace, and the collections that it has or had. A new one was empty before, unless that could not be seen. */
  function withCollections(folder: string): string[] {
    const names = [...(currentOf(snapshots)?.workspaces.keys() ?? []), ...known.keys()]
    const collections = [...new Set(names)].filter((name) => name.startsWith(`${folder}/`))
    for (const name of collections)
      if (known.has(folder) && !known.has(name) && !skipped.has(name)) known.set(name, nothing)
    return [folder, ...collections]
  }

  async function lookAtAll(): Promise<void> {
    for (const folder of [...folders].flatMap(withCollections)) {
      const skip = skipped.get(folder) ?? 0
      if (skip > 0) skipped.set(folder, skip - 1)
      else if (!isStopped) await lookAt(folder).catch(() => skipped.set(folder, looksUntilRetry))
    }
  }

  async function lookAt(folder: string): Promise<void> {
    const current = currentOf(snapshots)
    // Previews are for authors: what readers saw before one, they see after it.
    if (current === undefined || (current && current.preview !== null)) return
    if (!current?.workspaces.has(folder)) {
      if (current && !known.has(folder)) {
        log(`${who}: ${variable} names ${JSON.stringify(folder)}, and there is no such workspace yet`)
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
      const nameOf = namesIn(edition)
      if (nameOf === undefined) return
      const own = scheduler.turnFor(() => who)
      if (before?.edition !== edition.id) await notice(folder, await seenIn(edition, nameOf, own))
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
    notify(await changeBetween(folder, before, found, builtAt))
  }

  const look = () => {
    turn = turn.then(lookAtAll)
    return turn
  }
  void look()
  const timer = setInterval(look, interval).unref()
  return {
    /** Looks for changes now; resolves when they have been sent. Never rejects. */
    look,
    async close() {
      isStopped = true
      clearInterval(timer)
      await turn
      await watched.close()
    },
  }
}

/** Returns the folder of a workspace, and the collection, if the name is that of one. */
export function collectionIn(name: string): [folder: string, collection?: string] {
  return name.split('/') as [string, string?]
}

/** Returns the current snapshot: `null` while there is none, `undefined` if it cannot be read. */
function currentOf(snapshots: Snapshots): Current | null | undefined {
  try {
    return snapshots.current()
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : undefined
  }
}
