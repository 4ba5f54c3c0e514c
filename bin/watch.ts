// Tells that something below a folder has changed, once for a burst of changes.
import { watch } from 'node:fs'

/** Editors write a file in several steps. */
const settleMs = 50

/**
 * @param changed called again only after it has resolved; must not reject
 * @returns what ends the watch
 */
export function whenChanged(folder: string, changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined
  let running = false
  let again = false

  const run = async () => {
    if (running) {
      again = true
      return
    }
    running = true
    do {
      again = false
      await changed()
    } while (again)
    running = false
  }
  const watcher = watch(folder, { recursive: true }, () => {
    clearTimeout(timer)
    timer = setTimeout(run, settleMs)
  })
  // A folder that is removed while it is looked into; what is left is still watched.
  watcher.on('error', () => {})
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}
