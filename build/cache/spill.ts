// What a build without a cache makes of posts, out of memory until it is published: a file without a name, so that nothing is left of it
// however the build ends.
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Vocabulary } from '../../snapshot/search/vocabulary.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { spilledFiles } from './files.ts'
import type { CacheKey, KeyedValues, ValueKind } from './store.ts'

/** Values are written together. */
const MOST_WAITING = 1 << 20

interface Waiting {
  kind: ValueKind
  key: CacheKey
  value: Uint8Array
}

export class Spill implements KeyedValues {
  readonly vocabulary = new Vocabulary()
  /** Those in the file as indexes of `#starts` and `#lengths`: an object for each of several hundred thousand takes much more. */
  readonly #values = new Map<ValueKind, Map<CacheKey, Uint8Array | number>>()
  readonly #starts: number[] = []
  readonly #lengths: number[] = []
  readonly #folder: string
  readonly #file: number
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #bytes = 0

  /** `undefined` if there is no place for temporary files. */
  static open(): Spill | undefined {
    try {
      return new Spill()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return undefined
    }
  }

  private constructor() {
    this.#folder = mkdtempSync(join(tmpdir(), 'galley-'))
    this.#file = openSync(join(this.#folder, 'values'), 'wx+', 0o600)
    // Windows removes no file that is open.
    if (process.platform !== 'win32') this.#remove()
  }

  readonly files = (settings: readonly CompilerSettings[]): KnownFiles => spilledFiles(this, settings)

  has(kind: ValueKind, key: CacheKey): boolean {
    return this.#of(kind).has(key)
  }

  get(kind: ValueKind, key: CacheKey): Uint8Array | undefined {
    const value = this.#of(kind).get(key)
    if (typeof value !== 'number') return value
    const start = this.#starts[value]!
    const bytes = Buffer.allocUnsafeSlow(this.#lengths[value]!)
    for (let at = 0; at < bytes.length; ) {
      const count = readSync(this.#file, bytes, at, bytes.length - at, start + at)
      if (count === 0) throw new Error('A temporary file is too short')
      at += count
    }
    return bytes
  }

  peek(kind: ValueKind, key: CacheKey): Uint8Array | undefined {
    return this.get(kind, key)
  }

  set(kind: ValueKind, key: CacheKey, value: Uint8Array): void {
    this.#of(kind).set(key, value)
    this.#waiting.push({ kind, key, value })
    this.#waitingBytes += value.length
    if (this.#waitingBytes > MOST_WAITING) this.#write()
  }

  close(): void {
    closeSync(this.#file)
    this.#remove()
  }

  /** What there is no room for stays in memory. */
  #write(): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    const start = this.#bytes
    const all = Buffer.concat(waiting.map(({ value }) => value))
    try {
      for (let at = 0; at < all.length; ) at += writeSync(this.#file, all, at, all.length - at, start + at)
    } catch {
      return
    }
    this.#bytes += all.length
    let from = start
    for (const { kind, key, value } of waiting) {
      this.#of(kind).set(key, this.#starts.push(from) - 1)
      this.#lengths.push(value.length)
      from += value.length
    }
  }

  #of(kind: ValueKind): Map<CacheKey, Uint8Array | number> {
    const known = this.#values.get(kind) ?? new Map()
    this.#values.set(kind, known)
    return known
  }

  #remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
