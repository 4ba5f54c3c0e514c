// The one table of files: what the system said of each, what it held, and the brief of what it became. A file is not read again if the
// system says of it what it said when it was read, and if nobody can have changed it since without the system saying so.
import { closeSync, fstatSync, futimesSync, openSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../snapshot/format/format.ts'
import { factsOf } from '../../snapshot/format/sealed-file.ts'
import type { Brief } from '../compile/brief.ts'
import { statsOf } from '../parse/facts.ts'
import { bytesOf, type ContentFile } from '../parse/file.ts'
import type { CacheKey } from './slots.ts'
import { temporaryName, type ValueStore } from './store.ts'

export interface FileEntry {
  /** `undefined` if a change might not show in them. */
  facts: string | undefined
  /** The SHA-256 of its bytes. */
  digest: string
  /** The result of the file, if that is known; the memo may not have it any more. */
  became: Became | undefined
}

export interface Became {
  /** Stands for all that it depends on besides its bytes and its path in the workspace. */
  under: string
  brief: KnownBrief
}

/** Gives the source of the rest of what the memo has under a key. */
export type SourceOf = (key: CacheKey) => Brief['source']

export type KnownBrief = Brief & { key: CacheKey; face: string }

const KEY: CacheKey = '0'.repeat(32)
/** The fields of a brief that follow from its file, and are not stored. */
const IMPLIED: ReadonlySet<string> = new Set(['file', 'relativePath', 'source'] satisfies (keyof Brief)[])
/** The most files that are read once more, rather than to write the whole table because of them: a share of all, or a number. */
const FEW = { share: 1 / 128, files: 64 }

export class FileTable {
  readonly #store: ValueStore
  readonly #sourceOf: SourceOf
  #clock: ReturnType<typeof fileClock>
  /** The stored entries by path, without what `TOLD` names. */
  #stored: ReadonlyMap<string, FileEntry> | undefined
  #latest: ReadonlyMap<string, FileEntry> = new Map()
  #now = new Map<string, FileEntry>()
  /** All others are as they were in the last build of this process; `undefined` if that is not known. */
  #changed: ReadonlySet<string> | undefined
  /** Entries that the store does not have. */
  #news = 0
  /** The number of files that had to be read. */
  read = 0

  /** @param sourceOf says where the rest is of what the memo has under a key */
  constructor(store: ValueStore, sourceOf: SourceOf) {
    this.#store = store
    this.#sourceOf = sourceOf
  }

  /** Begins a build. @param changed since the last one of this process, by path */
  begin(changed: ReadonlySet<string> | undefined): void {
    const { folder, isReadOnly } = this.#store
    this.#clock = folder === undefined || isReadOnly ? undefined : fileClock(folder)
    this.#latest = this.#now
    this.#now = new Map()
    // Changes since the build of another process are not known.
    this.#changed = this.#stored && changed
    this.#stored ??= new Map(JSON.parse(String(this.#store.get('files', KEY) ?? '[]')))
  }

  /** Finds the entry of a file; `undefined` if it cannot be read, or is too large. */
  find(file: ContentFile): FileEntry | undefined {
    const changed = this.#changed
    const latest = this.#latest.get(file.path)
    const isSame = latest?.facts && changed && !changed.has(file.path)
    const known = latest ?? this.#entry(file)
    const entry = isSame ? latest : this.#looked(file, known)
    if (entry) this.#now.set(file.path, entry)
    return entry
  }

  /** Returns the stored entry of a file, with what `TOLD` names. */
  #entry({ path, displayPath: file, relativePath }: ContentFile): FileEntry | undefined {
    const entry = this.#stored!.get(path)
    const brief = entry?.became?.brief
    if (brief) Object.assign(brief, { file, relativePath, source: this.#sourceOf(brief.key) })
    return entry
  }

  #looked(file: ContentFile, known: FileEntry | undefined): FileEntry | undefined {
    const stats = statsOf(file.path)
    if (known && stats && factsOf(stats) === known.facts) return known
    this.read++
    const { value: bytes } = bytesOf(file)
    if (!bytes) return undefined
    this.#news++
    const digest = sha256(bytes)
    return {
      facts: this.#settled(stats),
      digest,
      became: digest === known?.digest ? known.became : undefined,
    }
  }

  /** Records what a file that was looked for has become. @param digest of the bytes that it was made of */
  add({ path }: ContentFile, digest: string, became: Became): void {
    const known = this.#now.get(path)
    this.#now.set(path, { facts: known?.digest === digest ? known.facts : undefined, digest, became })
    if (!known?.facts) this.#news++
  }

  /** Returns what the system says of a file; `undefined` if a change might not show in it. */
  versionOf(path: string): string | undefined {
    return this.#settled(statsOf(path))
  }

  /** Call this before the store is saved. @param isDue whether anything else is going to be saved */
  keep(isDue: boolean): void {
    this.#store.has('files', KEY)
    const few = FEW.share * this.#now.size
    if (this.#news <= (isDue ? few : Math.max(few, FEW.files))) return
    const json = JSON.stringify([...this.#now], (key, value) => (IMPLIED.has(key) ? undefined : value))
    this.#store.set('files', KEY, Buffer.from(json))
    this.#news = 0
  }

  /**
   * Facts in which any later change shows: it happens at the earliest when the build begins, which is later than what the file has, however
   * coarse the clock. Another file system may have another clock.
   */
  #settled(stats: Stats | undefined): string | undefined {
    const clock = this.#clock
    const isSettled = stats && clock?.dev === stats.dev && Math.max(stats.mtimeMs, stats.ctimeMs) < clock.now
    return isSettled ? factsOf(stats) : undefined
  }
}

/** Returns a file system's time when the build began; `undefined` where files have no time besides one that programs can set. */
function fileClock(folder: string) {
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
