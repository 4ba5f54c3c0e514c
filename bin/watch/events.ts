// Notifications of the system about changes in folders, combined into one signal.
import { type FSWatcher, watch } from 'node:fs'
import { join, sep } from 'node:path'
import { isIgnored } from '../../build/discover/walk.ts'
import type { Folders } from './fingerprint.ts'

/** True on systems where one watcher covers everything below a folder; elsewhere Node would make one for each file. */
const recursive = process.platform === 'darwin' || process.platform === 'win32'

export class FolderEvents {
  readonly #watchers = new Map<string, FSWatcher>()
  readonly #onChange: () => void
  #resume = () => {}
  #isAwake = false
  /** The notifications since the last `take`: how many there were, and which paths they were about; null if that was not said. */
  count = 0
  names = new Set<string | null>()

  /** @param onChange called for each notification */
  constructor(onChange: () => void = () => {}) {
    this.#onChange = onChange
  }

  readonly notify = (name: string | null = null): void => {
    this.count++
    this.names.add(name)
    this.#onChange()
    this.#resume()
  }

  /** Ends waiting, now and ever after. */
  readonly wake = (): void => {
    this.#isAwake = true
    this.#resume()
  }

  /** Returns the names in notifications since the last call; `undefined` if there were none. */
  take(): ReadonlySet<string | null> | undefined {
    if (this.count === 0) return undefined
    const { names } = this
    this.count = 0
    this.names = new Set()
    return names
  }

  /** Resolves with true on a notification, or at once if there was one, and with false after that time. */
  async wait(milliseconds: number): Promise<boolean> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#resume = () => {
        clearTimeout(timer)
        resolve()
      }
      if (this.count > 0 || this.#isAwake) this.#resume()
    })
    return this.count > 0
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

  /** Watches a folder. If the system is out of watchers, or the folder has just gone, changes are found by polling. */
  #watch(id: string, path: string): void {
    try {
      const watcher = watch(path, { recursive }, (_, name) => {
        if (!name?.split(sep).some(isIgnored)) this.notify(name && join(path, name))
      })
      watcher.on('error', () => {
        watcher.close()
        this.#watchers.delete(id)
      })
      this.#watchers.set(id, watcher)
    } catch {}
  }
}
