// The digests of source files. A file is not read again if the system says of it what it said when it was read, and if nobody can
// have changed it since without the system saying so.
import { closeSync, fstatSync, futimesSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import { areSameFacts, type FileFacts, factCount, factsOf } from '../parse/facts.ts'
import { bytesOf, type ContentFile } from '../parse/file.ts'
import type { CacheKey } from './slots.ts'
import { temporaryName, type ValueStore } from './store.ts'

interface DigestedFile {
  facts: FileFacts
  digest: string
}

/** As it is kept. */
interface Stored {
  paths: string[]
  digests: Uint8Array
  facts: Float64Array
}

const KEY: CacheKey = '0'.repeat(32)
const DIGEST_DIGITS = 64
/** Rather than to write the whole table because of a few files, these are read once more: that share of all, or so many. */
const FEW = { share: 1 / 128, files: 64 }

export interface KnownFacts {
  /** Of files about which the system has been asked since the build began, by path. */
  facts?: ReadonlyMap<string, FileFacts | undefined> | undefined
  /** All others are as they were in the last build of this process. */
  changed?: ReadonlySet<string> | undefined
}

export class SourceDigests {
  readonly #store: ValueStore
  readonly #clock: FileClock | undefined
  readonly #table: SourceTable
  readonly #before: ReadonlyMap<string, DigestedFile | number>
  /** Those that the table has are its rows: to make an object of each takes longer than to compare them. */
  readonly #found = new Map<string, DigestedFile | number>()
  readonly #isFirst: boolean
  #facts: NonNullable<KnownFacts['facts']> = new Map()
  #changed: ReadonlySet<string> | undefined
  /** Sources that the store does not have as they are. */
  #news = 0
  /** How many files had to be read. */
  read = 0

  /** For one build: call this before anything is read. @param before what the last build of this process has found */
  constructor(store: ValueStore, before: SourceDigests | undefined) {
    this.#store = store
    this.#clock = store.folder === undefined || store.isReadOnly ? undefined : fileClock(store.folder)
    this.#table = before ? before.#table : new SourceTable(store)
    this.#before = before ? before.#found : this.#table.rows
    this.#news = before ? before.#news : 0
    this.#isFirst = before === undefined
  }

  /** Before anything is read: of some files, the system need not be asked. */
  begin({ facts = new Map(), changed }: KnownFacts): void {
    this.#facts = facts
    // Nobody has told what has changed since another process has built.
    this.#changed = this.#isFirst ? undefined : changed
  }

  /** The SHA-256 of a file; `undefined` if it cannot be read, or is too large. */
  digestOf(file: ContentFile): string | undefined {
    const known = this.#before.get(file.path)
    if (known !== undefined && this.#changed && !this.#changed.has(file.path)) {
      this.#found.set(file.path, known)
      return this.#digest(known)
    }
    const facts = this.#facts.get(file.path) ?? factsOf(file.path)
    if (facts && known !== undefined && this.#isSame(facts, known)) {
      this.#found.set(file.path, known)
      return this.#digest(known)
    }
    this.read++
    const { value: bytes } = bytesOf(file)
    if (!bytes) return undefined
    const digest = sha256(bytes)
    if (facts && this.#clock && isSettled(facts, this.#clock)) {
      this.#found.set(file.path, { facts, digest })
      this.#news++
    }
    return digest
  }

  /** What the system says of a file; `undefined` if a change might not show in it. */
  versionOf(path: string): string | undefined {
    const facts = factsOf(path)
    return facts && this.#clock && isSettled(facts, this.#clock) ? facts.join(' ') : undefined
  }

  /** @param isDue whether anything else is going to be saved */
  keep(isDue: boolean): void {
    this.#store.has('sources', KEY)
    const few = FEW.share * this.#found.size
    if (this.#news <= (isDue ? few : Math.max(few, FEW.files))) return
    const sources = [...this.#found]
    const table: Stored = {
      paths: sources.map(([path]) => path),
      digests: Buffer.from(sources.map(([, one]) => this.#digest(one)).join(''), 'hex'),
      facts: Float64Array.from(
        sources.flatMap(([, one]) => (typeof one === 'number' ? [...this.#table.facts(one)] : one.facts)),
      ),
    }
    this.#store.set('sources', KEY, serialize(table))
    this.#news = 0
  }

  #isSame(facts: FileFacts, one: DigestedFile | number): boolean {
    return typeof one === 'number' ? this.#table.isSame(facts, one) : areSameFacts(facts, one.facts)
  }

  #digest(one: DigestedFile | number): string {
    return typeof one === 'number' ? this.#table.digest(one) : one.digest
  }
}

class SourceTable {
  readonly rows: ReadonlyMap<string, number>
  readonly #digests: string
  readonly #facts: Float64Array

  constructor(store: ValueStore) {
    const value = store.get('sources', KEY)
    const { paths, digests, facts }: Stored = value ? deserialize(value) : NONE
    this.rows = new Map(paths.map((path, row) => [path, row]))
    this.#digests = Buffer.from(digests.buffer, digests.byteOffset, digests.byteLength).toString('hex')
    this.#facts = facts
  }

  digest(row: number): string {
    return this.#digests.slice(row * DIGEST_DIGITS, (row + 1) * DIGEST_DIGITS)
  }

  facts(row: number): Float64Array {
    return this.#facts.subarray(row * factCount, (row + 1) * factCount)
  }

  isSame(facts: FileFacts, row: number): boolean {
    return areSameFacts(facts, this.#facts, row * factCount)
  }
}

const NONE: Stored = { paths: [], digests: new Uint8Array(0), facts: new Float64Array(0) }

/** Of a file system, when the build began. */
interface FileClock {
  dev: number
  now: number
}

/**
 * Whether any later change shows: it happens at the earliest when the build begins, which is later than what the file has, however
 * coarse the clock. Another file system may have another clock.
 */
function isSettled([dev, , , mtime, ctime]: FileFacts, clock: FileClock): boolean {
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
