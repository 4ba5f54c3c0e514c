// The digests of source files. A file is not read again if the system says of it what it said when it was read, and if nobody can
// have changed it since without the system saying so.
import { closeSync, fstatSync, futimesSync, openSync, rmSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import { bytesOf, type ContentFile } from '../parse/file.ts'
import { type CacheKey, temporaryName, type ValueStore } from './store.ts'

/** What the system says of a file: the device, its number there, its size, and when it was changed. */
const FACTS = ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const

interface DigestedFile {
  facts: readonly number[]
  digest: string
}

/** As it is kept. */
interface Stored {
  paths: string[]
  digests: Uint8Array
  facts: Float64Array
}

const KEY: CacheKey = '0'.repeat(32)
const DIGEST_BYTES = 32
/** Rather than to write the whole table because of a few files, these are read once more. */
const FEW = 64

export class SourceDigests {
  readonly #store: ValueStore
  readonly #clock: FileClock | undefined
  readonly #before: ReadonlyMap<string, DigestedFile>
  readonly #found = new Map<string, DigestedFile>()
  /** Sources that the store does not have as they are. */
  #news = 0
  /** How many files had to be read. */
  read = 0

  /** For one build: call this before anything is read. @param before what the last build of this process has found */
  constructor(store: ValueStore, before: SourceDigests | undefined) {
    this.#store = store
    this.#clock = store.folder === undefined || store.isReadOnly ? undefined : fileClock(store.folder)
    this.#before = before ? before.#found : stored(store)
    this.#news = before ? before.#news : 0
  }

  /** The SHA-256 of a file; `undefined` if it cannot be read, or is too large. */
  digestOf(file: ContentFile): string | undefined {
    const stats = statsOf(file.path)
    const known = this.#before.get(file.path)
    if (stats && known && isSame(stats, known.facts)) {
      this.#found.set(file.path, known)
      return known.digest
    }
    this.read++
    const { value: bytes } = bytesOf(file)
    if (!bytes) return undefined
    const digest = sha256(bytes)
    const facts = stats && factsIn(stats)
    if (facts && this.#clock && isSettled(facts, this.#clock)) {
      this.#found.set(file.path, { facts, digest })
      this.#news++
    }
    return digest
  }

  /** What the system says of a file; `undefined` if a change might not show in it. */
  versionOf(path: string): string | undefined {
    const stats = statsOf(path)
    const facts = stats && factsIn(stats)
    return facts && this.#clock && isSettled(facts, this.#clock) ? facts.join(' ') : undefined
  }

  /** @param isDue whether anything else is going to be saved */
  keep(isDue: boolean): void {
    this.#store.has('sources', KEY)
    if (this.#news === 0 || !(isDue || this.#news > FEW)) return
    const sources = [...this.#found]
    const table: Stored = {
      paths: sources.map(([path]) => path),
      digests: Buffer.from(sources.map(([, { digest }]) => digest).join(''), 'hex'),
      facts: Float64Array.from(sources.flatMap(([, { facts }]) => facts)),
    }
    this.#store.set('sources', KEY, serialize(table))
    this.#news = 0
  }
}

function stored(store: ValueStore): Map<string, DigestedFile> {
  const value = store.get('sources', KEY)
  if (!value) return new Map()
  const { paths, digests, facts }: Stored = deserialize(value)
  const hex = Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength).toString('hex')
  return new Map(
    paths.map((path, i) => [
      path,
      {
        digest: hex.slice(i * 2 * DIGEST_BYTES, (i + 1) * 2 * DIGEST_BYTES),
        facts: [...facts.subarray(i * FACTS.length, (i + 1) * FACTS.length)],
      },
    ]),
  )
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function factsIn(stats: Stats): number[] {
  return FACTS.map((fact) => stats[fact])
}

/** What every build asks of every file: it makes nothing. */
function isSame({ dev, ino, size, mtimeMs, ctimeMs }: Stats, facts: readonly number[]): boolean {
  return (
    dev === facts[0] && ino === facts[1] && size === facts[2] && mtimeMs === facts[3] && ctimeMs === facts[4]
  )
}

/** Of a file system, when the build began. */
interface FileClock {
  dev: number
  now: number
}

/**
 * Whether any later change shows: it happens at the earliest when the build begins, which is later than what the file has, however
 * coarse the clock. Another file system may have another clock.
 */
function isSettled([dev, , , mtime, ctime]: readonly number[], clock: FileClock): boolean {
  return dev === clock.dev && mtime! < clock.now && ctime! < clock.now
}

/** `undefined` where programs can change a file and leave no later time: there is only one that they can set. */
function fileClock(folder: string): FileClock | undefined {
  const path = join(folder, temporaryName())
  try {
    const file = openSync(path, 'wx', 0o600)
    try {
      futimesSync(file, 1, 1)
      const { dev, ctimeMs, mtimeMs } = fstatSync(file)
      return mtimeMs === 1_000 && ctimeMs > mtimeMs ? { dev, now: ctimeMs } : undefined
    } finally {
      closeSync(file)
      rmSync(path, { force: true })
    }
  } catch {
    return undefined
  }
}
