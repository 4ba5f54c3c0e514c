// Holds what waits out of memory until it is needed: a file without a name, so that nothing is left of it however the build ends.
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readAt, writeAt } from '../../snapshot/format/disk.ts'
import type { OutOfMemory, ReadHeld } from '../../snapshot/write/memo.ts'

export class Scratch implements OutOfMemory {
  readonly #folder: string
  readonly file: number
  #bytes = 0

  /** `undefined` if there is no place for temporary files. */
  static open(): Scratch | undefined {
    try {
      return new Scratch()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return undefined
    }
  }

  private constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'galley-'))
    try {
      this.file = openSync(join(this.#folder, 'values'), 'wx+', 0o600)
    } finally {
      // Windows removes no file that is open.
      if (process.platform !== 'win32') this.#remove()
    }
  }

  hold(bytes: Uint8Array): ReadHeld | undefined {
    const start = this.#bytes
    try {
      writeAt(this.file, bytes, start)
    } catch {
      // There is no room.
      return undefined
    }
    this.#bytes += bytes.length
    return (into, from) => {
      if (!readAt(this.file, into, start + from)) throw new Error('A temporary file is too short')
    }
  }

  close(): void {
    closeSync(this.file)
    this.#remove()
  }

  #remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
