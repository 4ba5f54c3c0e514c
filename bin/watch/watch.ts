// Watches a folder for changes, and reports a burst of them once. The system notifies at once; what it does not see
// (network drives, mounts of another system, a folder that was replaced) is found by polling. Ours rather than chokidar
// (5.0), which takes a watch for each file; this takes one for each folder.
import { resolve } from 'node:path'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { FolderEvents } from './events.ts'
import { differences, type Fingerprint, fingerprintOf } from './fingerprint.ts'

/**
 * The time in which nothing may happen before changes are reported: one file is written at once, many one after the other. A
 * consumer that is still reading when there are more is notified of them.
 */
const fileSettlesMs = 5
const burstSettlesMs = 50
/** Files that never stop changing are reported at last. */
const longestSettlingMs = 500
/** The least time between two polls, and the largest share of all time that is spent on them. */
const pollMs = 500
const pollShare = 1 / 50

/**
 * Yields once at the start and then after changes. Changes while the consumer is busy are reported afterwards.
 * @yields the absolute paths that have changed; `undefined` if any may have
 * @param signal ends the watch
 * @param onChange called for each notification of the system, as it comes
 */
export async function* changesBelow(folder: string, signal: AbortSignal, onChange?: () => void) {
  const events = new FolderEvents(onChange)
  const root = resolve(folder)
  let last: Fingerprint | undefined
  let patience = pollMs
  /** Looks at the folder. @returns the paths that have changed since it was looked at last; its own at first */
  const changes = () => {
    const started = performance.now()
    const [before, found] = [last, fingerprintOf(root)]
    last = found
    patience = Math.max(pollMs, (performance.now() - started) / pollShare)
    const isMissed = [...found.folders.keys()].some((id) => before && !before.folders.has(id))
    events.watchOnly(found.folders)
    // No notification has said what became of files in folders that were not watched yet.
    if (isMissed) events.notify()
    return before ? differences(before.entries, found.entries) : [root]
  }
  signal.addEventListener('abort', events.wake)
  try {
    for (; !signal.aborted; ) {
      // A poll has to come before files are read, lest it find what has been read already. After a notification there is another one.
      const names = events.take()
      if (!names) {
        if (changes().length > 0) yield undefined
      } else {
        const looking = turn().then(changes)
        yield isComplete(names) ? names : undefined
        const found = await looking
        // A change that came without a notification may be anywhere.
        if (isComplete(names) && found.some((path) => !names.has(path))) events.notify()
      }
      if (await events.wait(patience)) await settled(events)
    }
  } finally {
    events.close()
  }
}

function isComplete(names: ReadonlySet<string | null>): names is ReadonlySet<string> {
  return !names.has(null)
}

async function settled(events: FolderEvents): Promise<void> {
  const started = performance.now()
  for (let seen = -1; events.count !== seen && performance.now() - started < longestSettlingMs; ) {
    seen = events.count
    await pause(events.names.size > 1 ? burstSettlesMs : fileSettlesMs)
  }
}
