// What a build without a cache makes of posts, out of memory until it is published.
import { Vocabulary } from '../../packages/search/index.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { spilledFiles } from './files.ts'
import { Joiner } from './joiner.ts'
import type { Scratch } from './scratch.ts'
import type { CacheKey } from './slots.ts'
import type { KeyedValues, ValueKind } from './store.ts'

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
  readonly scratch: Scratch
  readonly #joiner = new Joiner()
  #waiting: Waiting[] = []
  #waitingBytes = 0

  constructor(scratch: Scratch) {
    this.scratch = scratch
  }

  readonly files = (settings: readonly CompilerSettings[]): KnownFiles => spilledFiles(this, settings)

  has(kind: ValueKind, key: CacheKey): boolean {
    return this.#of(kind).has(key)
  }

  get(kind: ValueKind, key: CacheKey): Uint8Array | undefined {
    const value = this.#of(kind).get(key)
    if (typeof value !== 'number') return value
    const bytes = Buffer.allocUnsafeSlow(this.#lengths[value]!)
    this.scratch.read(bytes, this.#starts[value]!)
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

  /** What there is no room for stays in memory. */
  #write(): void {
    const waiting = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    let from = this.scratch.append(this.#joiner.join(waiting.map(({ value }) => value)))
    if (from === undefined) return
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
}
