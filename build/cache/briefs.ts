// What every build asks of each file that is as it was, as columns: to read all of what ten thousand posts became takes longer than
// all else that a build of one changed post does.
import { deserialize, serialize } from 'node:v8'
import type { PostStatus } from '../../snapshot/types.ts'
import { briefOf } from '../compile/brief.ts'
import type { Brief, CompiledFile } from '../compile/compile.ts'
import type { FilePaths } from '../parse/file.ts'
import type { CacheKey } from './slots.ts'
import type { ValueStore } from './store.ts'

/** By file. */
interface StoredBriefs {
  paths: string[]
  /** The length of the path within the workspace, in UTF-16 units: it is the end of the path. */
  relative: Uint32Array
  /** IndexedValues of `allSettings`, which has digests of settings. */
  settings: Uint32Array
  allSettings: string[]
  digests: Uint8Array
  keys: Uint8Array
  faces: Uint8Array
  flags: Uint8Array
  slugs: string[]
  publishedAt: Float64Array
  /** IndexedValues of `allLanguages`. */
  languages: Uint32Array
  allLanguages: string[]
}

const FLAGS = { problems: 1, selfContained: 2, post: 4, draft: 8, aliases: 16 }
const KEY: CacheKey = '0'.repeat(32)
/** Rather than to write the whole table because of a few files, what these became is read: that share of all. */
const FEW = 1 / 128
const DIGEST_DIGITS = 64
const KEY_DIGITS = 32

/** What is known of a file with the same bytes and the same settings. */
export interface KnownBrief {
  key: CacheKey
  brief: Brief
}

/** A file of this build, and the digest of its settings. */
export interface Briefed {
  file: CompiledFile
  settings: string
}

export class KeptBriefs {
  readonly #store: ValueStore
  #table: BriefTable | undefined

  constructor(store: ValueStore) {
    this.#store = store
  }

  /** `undefined` if that is not known. @param settings their digest */
  find(paths: FilePaths, settings: string, digest: string): KnownBrief | undefined {
    return this.#known().find(paths, settings, digest)
  }

  /** Call this before the store is saved. */
  keep(found: ReadonlyMap<CacheKey, Briefed>): void {
    this.#store.has('briefs', KEY)
    const table = this.#known()
    let news = 0
    for (const [key, { file }] of found) {
      if (isDated(file) && table.keyOf(file.file) !== key) news++
    }
    if (news <= FEW * found.size) return
    const stored = columnsOf(found)
    this.#store.set('briefs', KEY, serialize(stored))
    this.#table = new BriefTable(stored)
  }

  #known(): BriefTable {
    if (this.#table) return this.#table
    const value = this.#store.get('briefs', KEY)
    this.#table = new BriefTable(value ? deserialize(value) : columnsOf(new Map()))
    return this.#table
  }
}

function isDated({ post }: CompiledFile): boolean {
  return !post || post.publishedAt !== undefined
}

class BriefTable {
  readonly #stored: StoredBriefs
  readonly #rows: ReadonlyMap<string, number>
  readonly #digests: string
  readonly #keys: string
  readonly #faces: string

  constructor(stored: StoredBriefs) {
    this.#stored = stored
    this.#rows = new Map(stored.paths.map((path, row) => [path, row]))
    this.#digests = hex(stored.digests)
    this.#keys = hex(stored.keys)
    this.#faces = hex(stored.faces)
  }

  keyOf(path: string): CacheKey | undefined {
    const row = this.#rows.get(path)
    return row === undefined ? undefined : part(this.#keys, KEY_DIGITS, row)
  }

  find({ displayPath, relativePath }: FilePaths, settings: string, digest: string): KnownBrief | undefined {
    const row = this.#rows.get(displayPath)
    if (row === undefined) return undefined
    const { relative, settings: own, allSettings, flags } = this.#stored
    const isSame =
      part(this.#digests, DIGEST_DIGITS, row) === digest &&
      relative[row] === relativePath.length &&
      allSettings[own[row]!] === settings
    if (!isSame) return undefined
    const has = (flag: number) => (flags[row]! & flag) !== 0
    const brief = {
      face: part(this.#faces, KEY_DIGITS, row),
      hasProblems: has(FLAGS.problems),
      isSelfContained: has(FLAGS.selfContained),
      post: has(FLAGS.post) ? this.#post(row, has) : undefined,
    }
    return { key: part(this.#keys, KEY_DIGITS, row), brief }
  }

  #post(row: number, has: (flag: number) => boolean) {
    const { slugs, publishedAt, languages, allLanguages } = this.#stored
    const status: PostStatus = has(FLAGS.draft) ? 'draft' : 'published'
    return {
      slug: slugs[row]!,
      status,
      language: allLanguages[languages[row]!]!,
      publishedAt: publishedAt[row]!,
      hasAliases: has(FLAGS.aliases),
    }
  }
}

function columnsOf(found: ReadonlyMap<CacheKey, Briefed>): StoredBriefs {
  const known = [...found].flatMap(([key, { file, settings }]) => {
    const brief = file.brief ?? briefOf(file)
    return brief && file.digest !== undefined ? [{ key, file, settings, brief }] : []
  })
  const settings = new IndexedValues()
  const languages = new IndexedValues()
  return {
    paths: known.map(({ file }) => file.file),
    relative: Uint32Array.from(known, ({ file }) => file.relativePath.length),
    settings: Uint32Array.from(known, (one) => settings.of(one.settings)),
    allSettings: settings.values,
    digests: Buffer.from(known.map(({ file }) => file.digest!).join(''), 'hex'),
    keys: Buffer.from(known.map(({ key }) => key).join(''), 'hex'),
    faces: Buffer.from(known.map(({ brief }) => brief.face).join(''), 'hex'),
    flags: Uint8Array.from(known, ({ brief }) => flagsOf(brief)),
    slugs: known.map(({ brief }) => brief.post?.slug ?? ''),
    publishedAt: Float64Array.from(known, ({ brief }) => brief.post?.publishedAt ?? 0),
    languages: Uint32Array.from(known, ({ brief }) => languages.of(brief.post?.language ?? '')),
    allLanguages: languages.values,
  }
}

function flagsOf({ hasProblems, isSelfContained, post }: Brief): number {
  return (
    (hasProblems ? FLAGS.problems : 0) |
    (isSelfContained ? FLAGS.selfContained : 0) |
    (post ? FLAGS.post : 0) |
    (post?.status === 'draft' ? FLAGS.draft : 0) |
    (post?.hasAliases ? FLAGS.aliases : 0)
  )
}

/** Numbers of values that occur often. */
class IndexedValues {
  readonly values: string[] = []
  readonly #indexes = new Map<string, number>()

  of(value: string): number {
    const known = this.#indexes.get(value)
    if (known !== undefined) return known
    this.#indexes.set(value, this.values.length)
    return this.values.push(value) - 1
  }
}

function hex({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('hex')
}

function part(all: string, digits: number, row: number): string {
  return all.slice(row * digits, (row + 1) * digits)
}
