// Notifications of the system about changes in folders, combined into one signal.
import { type FSWatcher, watch } from 'node:fs'
import { sep } from 'node:path'
import { type Folders, isIgnored } from './fingerprint.ts'

/** On these systems one watcher covers everything below a folder; elsewhere Node would make one for each file. */
const recursive = process.platform === 'darwin' || process.platform === 'win32'

export class FolderEvents {
  readonly #watchers = new Map<string, FSWatcher>()
  notified = false
  wake = () => {}

  readonly notify = (): void => {
    this.notified = true
    this.wake()
  }

  /** Returns whether there was a notification since the last call. */
  take(): boolean {
    const notified = this.notified
    this.notified = false
    return notified
  }

  /** Resolves with true on a notification, or at once if there was one, and with false after that time. */
  async wait(milliseconds: number): Promise<boolean> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.notified) this.wake()
    })
    return this.notified
  }

  /** Watches these folders and no others; the first one contains the rest. */
  watchOnly(folders: Folders): void {
    const wanted = recursive ? new Map([...folders].slice(0, 1)) : folders
    for (const [id, watcher] of this.#watchers) {
      if (wanted.has(id)) continue
      watcher.close()
      this.#watchers.delete(id)
    }
    for (const [id, path] of wanted) if (!this.#watchers.has(id)) this.#watch(id, path)
  }

  close(): void {
    this.watchOnly(new Map())
  }

  /** If the system is out of watchers, or the folder has just gone, changes are found by polling. */
  #watch(id: string, path: string): void {
    try {
      const watcher = watch(path, { recursive }, (_, name) => {
        if (!name?.split(sep).some(isIgnored)) this.notify()
      })
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(id)
      })
      this.#watchers.set(id, watcher)
    } catch {}
  }
}
