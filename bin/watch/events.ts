// What the system tells of changes in folders, as one bell that rings.
import { type FSWatcher, watch } from 'node:fs'
import { sep } from 'node:path'
import { type Folders, isIgnored } from './fingerprint.ts'

/** One watcher sees all that is below a folder there; elsewhere Node would make one for each file of it. */
const recursive = process.platform === 'darwin' || process.platform === 'win32'

export class FolderEvents {
  readonly #watchers = new Map<string, FSWatcher>()
  notified = false
  wake = () => {}

  readonly notify = (): void => {
    this.notified = true
    this.wake()
  }

  /** Whether the bell has rung since it was asked for last. */
  take(): boolean {
    const notified = this.notified
    this.notified = false
    return notified
  }

  /** Resolves with true when the bell rings, or has rung, and with false when it does not for so long. */
  async within(milliseconds: number): Promise<boolean> {
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

  /** Watches these folders and no others; the first holds the rest. */
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

  /** A system that has no watchers left, or a folder that has just gone, leaves it to whoever looks again. */
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
