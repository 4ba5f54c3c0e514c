// The one table of files: what the system said of each, what it held, and the brief of what it became. A file is not read again if the
// system says of it what it said when it was read, and if nobody can have changed it since without the system saying so.
import { closeSync, fstatSync, futimesSync, openSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import type { Brief } from '../compile/brief.ts'
import { areSameFacts, type FileFacts, factCount, factsOf } from '../parse/facts.ts'
import { bytesOf, type ContentFile } from '../parse/file.ts'
import type { CacheKey } from './slots.ts'
import { temporaryName, type ValueStore } from './store.ts'

export interface FileEntry {
  /** `undefined` if a change might not show in them. */
  facts: ArrayLike<number> | undefined
  /** The SHA-256 of its bytes. */
  digest: string
  /** What it became, if that is known; it may not be kept any more. */
  became: Became | undefined
}

export interface Became {
  /** Stands for all that it depends on besides its bytes and its path in the workspace. */
  under: string
  brief: KeptBrief
}

/** Where the rest is of what is kept under a key. */
export type SourceOf = (key: CacheKey, file: ContentFile) => Brief['source']

export type KeptBrief = Brief & { key: CacheKey; face: string }

/** By file. */
interface StoredTable {
  paths: string[]
  /** Zeros where they are not known. */
  facts: Float64Array
  digests: Uint8Array
  flags: Uint8Array
  /** Of what is flagged as compiled, like all that follows. `NumberedValues` of `allUnder`. */
  under: Uint32Array
  allUnder: string[]
  keys: Uint8Array
  faces: Uint8Array
  slugs: string[]
  /** NaN without a date. */
  publishedAt: Float64Array
  /** `NumberedValues` of `allLanguages`. */
  languages: Uint32Array
  allLanguages: string[]
}

const FLAGS = { compiled: 1, problems: 2, selfContained: 4, post: 8, draft: 16, aliases: 32 }
const KEY: CacheKey = '0'.repeat(32)
const DIGITS = { digest: 64, key: 32 } as const
/** Rather than to write the whole table because of a few files, these are read once more: that share of all, or so many. */
const FEW = { share: 1 / 128, files: 64 }

export class FileTable {
  readonly #store: ValueStore
  readonly #sourceOf: SourceOf
  #clock: FileClock | undefined
  #stored: StoredRows | undefined
  #before: ReadonlyMap<string, FileEntry> = new Map()
  #now = new Map<string, FileEntry>()
  /** All others are as they were in the last build of this process; `undefined` if that is not known. */
  #changed: ReadonlySet<string> | undefined
  /** Entries that the store does not have. */
  #news = 0
  /** How many files had to be read. */
  read = 0

  /** @param sourceOf says where the rest is of what is kept under a key */
  constructor(store: ValueStore, sourceOf: SourceOf) {
    this.#store = store
    this.#sourceOf = sourceOf
  }

  /** Before a build. @param changed since the last one of this process, by path */
  begin(changed: ReadonlySet<string> | undefined): void {
    const { folder, isReadOnly } = this.#store
    this.#clock = folder === undefined || isReadOnly ? undefined : fileClock(folder)
    this.#before = this.#now
    this.#now = new Map()
    // Nobody has told what has changed since another process has built.
    this.#changed = this.#stored && changed
    this.#stored ??= new StoredRows(this.#store.get('files', KEY))
    this.read = 0
  }

  /** `undefined` if it cannot be read, or is too large. @param under as `Became` has it */
  find(file: ContentFile, under: string): FileEntry | undefined {
    const changed = this.#changed
    const before = this.#before.get(file.path)
    const isSame = before?.facts && changed && !changed.has(file.path)
    const known = before ?? this.#stored!.entry(file, under, this.#sourceOf)
    const entry = isSame ? before : this.#looked(file, known)
    if (entry) this.#now.set(file.path, entry)
    return entry
  }

  #looked(file: ContentFile, known: FileEntry | undefined): FileEntry | undefined {
    const facts = factsOf(file.path)
    if (facts && known?.facts && areSameFacts(facts, known.facts)) return known
    this.read++
    const { value: bytes } = bytesOf(file)
    if (!bytes) return undefined
    this.#news++
    const digest = sha256(bytes)
    return {
      facts: this.#settled(facts),
      digest,
      became: digest === known?.digest ? known.became : undefined,
    }
  }

  /** What a file that was looked for has become. @param digest of the bytes that it was made of */
  add({ path }: ContentFile, digest: string, became: Became): void {
    const known = this.#now.get(path)
    this.#now.set(path, { facts: known?.digest === digest ? known.facts : undefined, digest, became })
    if (!known?.facts) this.#news++
  }

  /** What the system says of a file; `undefined` if a change might not show in it. */
  versionOf(path: string): string | undefined {
    return this.#settled(factsOf(path))?.join(' ')
  }

  /** Call this before the store is saved. @param isDue whether anything else is going to be saved */
  keep(isDue: boolean): void {
    this.#store.has('files', KEY)
    const few = FEW.share * this.#now.size
    if (this.#news <= (isDue ? few : Math.max(few, FEW.files))) return
    this.#store.set('files', KEY, serialize(columnsOf(this.#now)))
    this.#news = 0
  }

  /**
   * Facts in which any later change shows: it happens at the earliest when the build begins, which is later than what the file has, however
   * coarse the clock. Another file system may have another clock.
   */
  #settled(facts: FileFacts | undefined): FileFacts | undefined {
    const [dev, , , mtime, ctime] = facts ?? []
    const clock = this.#clock
    return clock && dev === clock.dev && mtime! < clock.now && ctime! < clock.now ? facts : undefined
  }
}

/** What the store has: an entry is made when it is asked for. */
class StoredRows {
  readonly #stored: StoredTable
  readonly #rows: ReadonlyMap<string, number>
  readonly #digests: string
  readonly #keys: string
  readonly #faces: string

  constructor(value: Uint8Array | undefined) {
    this.#stored = value ? deserialize(value) : columnsOf(new Map())
    this.#rows = new Map(this.#stored.paths.map((path, row) => [path, row]))
    this.#digests = hex(this.#stored.digests)
    this.#keys = hex(this.#stored.keys)
    this.#faces = hex(this.#stored.faces)
  }

  entry(file: ContentFile, under: string, sourceOf: SourceOf): FileEntry | undefined {
    const row = this.#rows.get(file.path)
    if (row === undefined) return undefined
    const { facts, flags } = this.#stored
    return {
      facts: facts.subarray(row * factCount, (row + 1) * factCount),
      digest: part(this.#digests, DIGITS.digest, row),
      became: (flags[row]! & FLAGS.compiled) === 0 ? undefined : this.#became(file, row, under, sourceOf),
    }
  }

  #became(file: ContentFile, row: number, under: string, sourceOf: SourceOf): Became | undefined {
    const { flags, allUnder, under: own, slugs, publishedAt, languages, allLanguages } = this.#stored
    if (allUnder[own[row]!] !== under) return undefined
    const has = (flag: number) => (flags[row]! & flag) !== 0
    const key = part(this.#keys, DIGITS.key, row)
    const date = publishedAt[row]!
    const post: Brief['post'] = {
      slug: slugs[row]!,
      status: has(FLAGS.draft) ? 'draft' : 'published',
      language: allLanguages[languages[row]!]!,
      publishedAt: Number.isNaN(date) ? undefined : date,
      hasAliases: has(FLAGS.aliases),
    }
    return {
      under,
      brief: {
        file: file.displayPath,
        relativePath: file.relativePath,
        digest: part(this.#digests, DIGITS.digest, row),
        key,
        face: part(this.#faces, DIGITS.key, row),
        hasProblems: has(FLAGS.problems),
        isSelfContained: has(FLAGS.selfContained),
        post: has(FLAGS.post) ? post : undefined,
        source: sourceOf(key, file),
      },
    }
  }
}

function columnsOf(files: ReadonlyMap<string, FileEntry>): StoredTable {
  const entries = [...files.values()]
  const briefs = entries.map(({ became }) => became?.brief)
  const under = new NumberedValues()
  const languages = new NumberedValues()
  const noFacts = new Array<number>(factCount).fill(0)
  const none = '0'.repeat(DIGITS.key)
  const binary = (digits: readonly string[]) => Buffer.from(digits.join(''), 'hex')
  return {
    paths: [...files.keys()],
    facts: Float64Array.from(entries.flatMap(({ facts }) => (facts ? Array.from(facts) : noFacts))),
    digests: binary(entries.map(({ digest }) => digest)),
    flags: Uint8Array.from(briefs, (brief) => (brief ? flagsOf(brief) : 0)),
    under: Uint32Array.from(entries, ({ became }) => under.of(became?.under ?? '')),
    allUnder: under.values,
    keys: binary(briefs.map((brief) => brief?.key ?? none)),
    faces: binary(briefs.map((brief) => brief?.face ?? none)),
    slugs: briefs.map((brief) => brief?.post?.slug ?? ''),
    publishedAt: Float64Array.from(briefs, (brief) => brief?.post?.publishedAt ?? Number.NaN),
    languages: Uint32Array.from(briefs, (brief) => languages.of(brief?.post?.language ?? '')),
    allLanguages: languages.values,
  }
}

function flagsOf({ hasProblems, isSelfContained, post }: Brief): number {
  return (
    FLAGS.compiled |
    (hasProblems ? FLAGS.problems : 0) |
    (isSelfContained ? FLAGS.selfContained : 0) |
    (post ? FLAGS.post : 0) |
    (post?.status === 'draft' ? FLAGS.draft : 0) |
    (post?.hasAliases ? FLAGS.aliases : 0)
  )
}

/** Numbers of values that occur often. */
class NumberedValues {
  readonly values: string[] = []
  readonly #numbers = new Map<string, number>()

  of(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    this.#numbers.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}

function hex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}

function part(all: string, digits: number, row: number): string {
  return all.slice(row * digits, (row + 1) * digits)
}

/** Of a file system, when the build began. */
interface FileClock {
  dev: number
  now: number
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
