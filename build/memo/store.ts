// Keeps values for later builds, packed: a few files of values, and an index of them. Files never change once they have their
// name, and the index is replaced in one step, so that an interrupted build, or two at a time, leave an earlier or a later
// state. Every value has a checksum.
// A shortcut is in it: `peek` (docs/design/shortcuts.md).
import { randomBytes, randomInt } from 'node:crypto'
import { closeSync, fstatSync, openSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { crc32 } from 'node:zlib'
import { makeFolder, openFile, readAt, readWhole, writeAt } from '../../snapshot/format/disk.ts'
import { rename, replaceFile } from '../../snapshot/format/sealed-file.ts'
import { tried } from '../../snapshot/tried.ts'
import type { MemoValues } from '../../snapshot/write/memo.ts'
import type { ShardBounds } from '../../snapshot/write/shards.ts'
import { Scratch } from './scratch.ts'
import { type CacheKey, type Slot, Slots, type StoredSlot } from './slots.ts'

/** Values of a kind lie together. */
export const KINDS = [
  'files',
  'posts',
  'texts',
  'words',
  'html',
  'markdown',
  'measures',
  'vocabulary',
  'segments',
  'shards',
  'checks',
  'searchIndexes',
  'folders',
  'intact',
  'media',
  'documents',
] as const
export type ValueKind = (typeof KINDS)[number]

interface Pack {
  name: string
  kind: ValueKind
  bytes: number
  /** `undefined` if it is closed, or there is none. */
  file: number | undefined
  /** The scratch that has the file, if it has no name. */
  scratch?: Scratch | undefined
}

/** The contents of the file `index` after its checksum. */
interface StoredIndex {
  version: string
  seed: number
  saves: number
  packs: { name: string; kind: ValueKind; bytes: number }[]
  slots: StoredSlot[]
}

const INDEX = 'index'
/** The most bytes of the index: it has as many for a million posts. */
const MAX_INDEX = 2 ** 29
const MAGIC = 'galley cache 1\n'
/** The name of the folder with what V8 has compiled of this program: see bin/builder/build-thread.mjs. */
const COMPILED = 'code'
const VERSION_NAME = /^[0-9a-f]{16}$/
const OWN_NAME = /^(?:index|[A-Za-z]+-[0-9a-f]{16}|\.tmp-[0-9a-f]{16})$/

/** A value that nothing has used for so many saves goes. */
const MAX_AGE = 20
/** More packs of a kind become one. */
const MAX_PACKS = 12
/** Files that nothing names may belong to a build that has not finished. */
const UNFINISHED_MS = 3_600_000

/** The files on disk are not what was written: nothing of them can be used. */
export class DamagedCache extends Error {
  override name = 'DamagedCache'
}

/** The reason why the values of earlier builds are not used. */
export type CacheLoss = 'damaged' | 'other'

export class ValueStore implements MemoValues<ValueKind> {
  /** Has a folder for each version; `undefined` if values are in memory only. */
  readonly #root: string | undefined
  /** True if nothing is kept or removed. */
  readonly isReadOnly: boolean
  /** True if values are in files without a name rather than in memory where there is no folder. */
  spills = false
  readonly #version: () => string
  readonly #bounds: Omit<ShardBounds, 'seed'> | undefined
  #seed = randomInt(2 ** 32)
  #slots = new Slots<ValueKind, Pack>(KINDS)
  /** The packs that were begun since the last save, by kind. */
  readonly #growing = new Map<ValueKind, Pack>()
  /** The memory into which `peek` reads. */
  #room = Buffer.alloc(0)
  #failure: unknown
  #loaded: Pack[] = []
  #saves = 0

  /** @param version of what made the values, hexadecimal: values of another version are not used */
  constructor(
    root: string | undefined,
    version: () => string,
    {
      isReadOnly = false,
      bounds,
    }: { isReadOnly?: boolean | undefined; bounds?: Omit<ShardBounds, 'seed'> | undefined },
  ) {
    this.#root = root
    this.isReadOnly = isReadOnly
    this.#version = version
    this.#bounds = bounds
  }

  /** The folder of this version; `undefined` if values are in memory only. */
  get folder(): string | undefined {
    return this.#root && join(this.#root, this.#version().slice(0, 16))
  }

  /** Reads the index. @returns why there is none to be used, if there was one */
  load(): CacheLoss | undefined {
    const { folder } = this
    if (folder === undefined) return undefined
    if (!this.isReadOnly) tried(() => makeFolder(folder, 0o700))
    // Another build may replace files between two steps.
    for (let tries = 3; ; tries--) {
      try {
        return this.#open(folder)
      } catch (error) {
        if (tries > 1) continue
        const index = join(folder, INDEX)
        const hasIndex = () => statSync(index, { throwIfNoEntry: false })?.isFile()
        const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT' && !hasIndex()
        if (!isMissing) return 'damaged'
        return this.#others().length > 0 ? 'other' : undefined
      }
    }
  }

  /** @throws {DamagedCache} */
  get(kind: ValueKind, key: CacheKey): Buffer | undefined {
    return this.#read(kind, key, readFrom)
  }

  /** Reads one of many long values in a row: all get the same memory, since V8 is slow to notice which are of no more use. */
  peek(kind: ValueKind, key: CacheKey): Buffer | undefined {
    return this.#read(kind, key, (slot) => {
      if (this.#room.length < slot.length) this.#room = Buffer.allocUnsafeSlow(2 * slot.length)
      const bytes = this.#room.subarray(0, slot.length)
      readInto(bytes, slot.pack, slot.offset)
      return bytes
    })
  }

  #read(kind: ValueKind, key: CacheKey, read: (slot: Slot<Pack>) => Buffer): Buffer | undefined {
    const slot = this.#slots.of(kind).get(key)
    if (slot === undefined) return undefined
    slot.used = this.#saves
    const bytes = slot.value ?? read(slot)
    if (crc32(bytes) !== slot.crc32) throw new DamagedCache(`${slot.pack.name}: a checksum is wrong`)
    return bytes
  }

  /** Tells whether there is a value, which is then kept. */
  has(kind: ValueKind, key: CacheKey): boolean {
    const slot = this.#slots.of(kind).get(key)
    if (slot) slot.used = this.#saves
    return slot !== undefined
  }

  /** Writes a value at once, so that memory does not grow with it. Nothing is kept from the first error on: `save` throws it. */
  set(kind: ValueKind, key: CacheKey, value: Uint8Array): void {
    if (this.#failure || this.isReadOnly) return
    try {
      const pack = this.#growing.get(kind) ?? beginPack(this.folder, kind, this.spills)
      this.#growing.set(kind, pack)
      const place = { pack, offset: pack.bytes, length: value.length, crc32: crc32(value) }
      if (pack.file !== undefined) writeAt(pack.file, value, pack.bytes)
      pack.bytes += value.length
      const own = pack.file === undefined ? Buffer.from(value) : undefined
      this.#slots.of(kind).set(key, { ...place, used: this.#saves, value: own })
    } catch (error) {
      this.#failure = error
    }
  }

  /** The bounds of shards, which depend on a number that nobody else knows: the same as long as values are kept. */
  get shards(): ShardBounds | undefined {
    return this.#bounds && { ...this.#bounds, seed: this.#seed }
  }

  get isEmpty(): boolean {
    return this.#slots.usedBytes().size === 0
  }

  /** True if there is anything to save. */
  get isChanged(): boolean {
    return this.#growing.size > 0
  }

  /**
   * Writes what is new, if there is anything, and removes what has long been of no use.
   * @param isAging false if that does not count as a save in which values could have been of use
   * @throws {Error} of the system; what was saved before is then as it was
   */
  save(isAging = true): void {
    const folder = this.folder
    if (this.#failure) this.#reportFailure()
    if (folder === undefined || this.#growing.size === 0) return
    if (isAging) this.#saves++
    this.#slots.deleteUnusedSince(this.#saves - MAX_AGE)
    this.#write(folder)
  }

  #write(folder: string): void {
    const used = this.#slots.usedBytes()
    for (const kind of KINDS) this.#gather(kind, used)
    if (this.#failure) this.#reportFailure()
    const known = this.#loaded.map(({ name }) => name)
    const grown = [...this.#growing.values()]
    try {
      for (const pack of grown) finishPack(folder, pack)
      const live = this.#slots.usedBytes()
      const packs = [...this.#loaded, ...grown].filter((pack) => live.has(pack))
      const temporary = join(folder, temporaryName())
      replaceFile(join(folder, INDEX), temporary, this.#indexOf(packs), () => {})
      for (const pack of this.#loaded) if (!packs.includes(pack)) close(pack)
      this.#loaded = packs
      this.#growing.clear()
    } catch (error) {
      this.#failure = error
      this.#reportFailure()
    }
    this.#prune(folder, known)
    const old = this.#others().filter(({ age }, i) => i > 0 && age > UNFINISHED_MS)
    for (const { path } of old) rmSync(path, { recursive: true, force: true })
  }

  /** The folders of other versions, the last one saved to first: users who go back find it, and nobody needs the others. */
  #others(): { path: string; age: number }[] {
    const names = namesIn(this.#root!).filter((name) => VERSION_NAME.test(name))
    const paths = names.map((name) => join(this.#root!, name)).filter((path) => path !== this.folder)
    return paths.map((path) => ({ path, age: ageOf(path) })).sort((a, b) => a.age - b.age)
  }

  /** Forgets everything, and removes its files. */
  drop(): void {
    this.close()
    this.#slots = new Slots(KINDS)
    if (this.folder === undefined || this.isReadOnly) return
    for (const name of namesIn(this.folder))
      if (OWN_NAME.test(name)) rmSync(join(this.folder, name), { force: true, recursive: true })
    tried(() => rmSync(join(this.#root!, COMPILED), { force: true, recursive: true }))
  }

  close(): void {
    for (const pack of this.#loaded.splice(0)) close(pack)
    this.#abandon()
  }

  /** Forgets what was written since the last save. */
  #abandon(): void {
    for (const [kind, pack] of this.#growing) {
      const slots = this.#slots.of(kind)
      for (const [key, slot] of slots) if (slot.pack === pack) slots.delete(key)
      close(pack)
      if (this.folder !== undefined) rmSync(join(this.folder, pack.name), { force: true })
    }
    this.#growing.clear()
  }

  /** The next build tries again. */
  #reportFailure(): never {
    this.#abandon()
    const failure = this.#failure
    this.#failure = undefined
    throw failure
  }

  #open(folder: string): CacheLoss | undefined {
    const bytes = readWhole(join(folder, INDEX), MAX_INDEX)
    const start = MAGIC.length + 4
    if (bytes.length < start || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return 'damaged'
    const payload = bytes.subarray(start)
    if (crc32(payload) !== bytes.readUInt32LE(MAGIC.length)) return 'damaged'
    const { version, seed, saves, packs, slots }: StoredIndex = deserialize(payload)
    if (version !== this.#version()) return 'damaged'
    const opened: Pack[] = []
    try {
      for (const pack of packs) opened.push(openPack(folder, pack))
    } catch (error) {
      for (const pack of opened) close(pack)
      throw error
    }
    this.#slots = new Slots(KINDS, slots, opened)
    this.#loaded = opened
    this.#saves = saves
    this.#seed = seed
    return undefined
  }

  /** Moves values out of packs with little left in them, and out of many packs, into the one that is being written. */
  #gather(kind: ValueKind, used: ReadonlyMap<Pack, number>): void {
    const packs = this.#loaded.filter((pack) => pack.kind === kind)
    const isMany = packs.length > MAX_PACKS
    const [largest] = packs.toSorted((a, b) => b.bytes - a.bytes)
    const moving = new Set(
      packs.filter((pack) => {
        const bytes = used.get(pack) ?? 0
        return bytes > 0 && (bytes < pack.bytes / 2 || (isMany && pack !== largest))
      }),
    )
    if (moving.size === 0) return
    const slots = this.#slots.of(kind)
    for (const [key, { pack, used }] of [...slots]) {
      if (!moving.has(pack)) continue
      this.set(kind, key, this.get(kind, key)!)
      if (this.#failure) return
      slots.get(key)!.used = used
    }
  }

  #indexOf(packs: readonly Pack[]): Buffer {
    const index: StoredIndex = {
      version: this.#version(),
      seed: this.#seed,
      saves: this.#saves,
      packs: packs.map(({ name, kind, bytes }) => ({ name, kind, bytes })),
      slots: this.#slots.stored(packs),
    }
    const payload = serialize(index)
    const checksum = Buffer.alloc(4)
    checksum.writeUInt32LE(crc32(payload))
    return Buffer.concat([Buffer.from(MAGIC), checksum, payload])
  }

  /** Removes files that this store named and names no longer, and what interrupted builds have left. */
  #prune(folder: string, known: readonly string[]): void {
    const named = new Set([INDEX, ...this.#loaded.map(({ name }) => name)])
    for (const name of namesIn(folder)) {
      if (named.has(name) || !OWN_NAME.test(name)) continue
      const path = join(folder, name)
      if (known.includes(name) || ageOf(path) > UNFINISHED_MS) rmSync(path, { force: true })
    }
  }
}

/** Returns the age of a file in ms. */
function ageOf(path: string): number {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
}

/** @param folder `undefined`: in memory, or in a file without a name */
function beginPack(folder: string | undefined, kind: ValueKind, spills: boolean): Pack {
  const name = temporaryName()
  const scratch = folder === undefined && spills ? Scratch.open() : undefined
  const file = folder === undefined ? scratch?.file : openSync(join(folder, name), 'wx+', 0o600)
  return { name, kind, bytes: 0, file, scratch }
}

/** Gives a pack its name. */
function finishPack(folder: string, pack: Pack): void {
  const name = `${pack.kind}-${randomBytes(8).toString('hex')}`
  // Windows renames no file that is open.
  closeSync(pack.file!)
  pack.file = undefined
  rename(join(folder, pack.name), join(folder, name))
  pack.name = name
  Object.assign(pack, openPack(folder, { name, kind: pack.kind, bytes: pack.bytes }))
}

function openPack(folder: string, { name, kind, bytes }: StoredIndex['packs'][number]): Pack {
  const file = openFile(join(folder, name))
  if (fstatSync(file).size === bytes) {
    return { name, kind, bytes, file }
  }
  closeSync(file)
  throw new DamagedCache(`${name}: its length is wrong`)
}

function close(pack: Pack): void {
  if (pack.scratch) pack.scratch.close()
  else if (pack.file !== undefined) closeSync(pack.file)
  pack.file = undefined
}

function readFrom({ pack, offset, length }: Slot<Pack>): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length)
  readInto(bytes, pack, offset)
  return bytes
}

function readInto(buffer: Buffer, { name, file }: Pack, offset: number): void {
  if (file === undefined) throw new DamagedCache(`${name} is closed`)
  if (!readAt(file, buffer, offset)) throw new DamagedCache(`${name} is too short`)
}

export function temporaryName(): string {
  return `.tmp-${randomBytes(8).toString('hex')}`
}

function namesIn(folder: string): string[] {
  return tried(() => readdirSync(folder)) ?? []
}
