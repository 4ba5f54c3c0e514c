// Tells that something below a folder has changed, once for a burst of changes.
import { existsSync, watch } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** Editors write a file in several steps. */
const settleMs = 50

/**
 * Yields once at the start and then after changes; what changes while the taker is at work is told after it. A folder
 * that is missing never changes.
 * @param signal ends it
 */
export async function* changesBelow(folder: string, signal: AbortSignal): AsyncGenerator<void> {
  let changed = true
  let wake = () => {}
  const watcher = existsSync(folder) ? watch(folder, { recursive: true }) : undefined
  watcher?.on('change', () => {
    changed = true
    wake()
  })
  // A folder that is removed while it is looked into; what is left is still watched.
  watcher?.on('error', () => {})
  signal.addEventListener('abort', () => wake())
  try {
    while (!signal.aborted) {
      changed = false
      yield
      const woken = new Promise<void>((resolve) => {
        wake = resolve
      })
      if (!changed && !signal.aborted) await woken
      await pause(settleMs)
    }
  } finally {
    watcher?.close()
  }
}
