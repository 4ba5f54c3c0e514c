// What files became in earlier builds: a file with the same bytes, the same path and the same settings becomes the same.
import { serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import { briefOf } from '../compile/brief.ts'
import type { CompiledFile } from '../compile/compile.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { PostFile } from '../compile/pool/post.ts'
import { type ContentPart, ReadContent, storedContent } from '../compile/stored-content.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import type { Briefed, KeptBriefs } from './briefs.ts'
import { detached } from './detached.ts'
import { packHead } from './heads.ts'
import type { CacheKey } from './slots.ts'
import type { SourceDigests } from './sources.ts'
import { DamagedCache, type KeyedValues, type ValueKind, type ValueStore } from './store.ts'
import { FileReader, UnreadFile } from './unread-file.ts'

export interface KeptSources {
  store: ValueStore
  sources: SourceDigests
  briefs: KeptBriefs
  /** What the last build has read or made. */
  before: ReadonlyMap<CacheKey, Briefed>
  /** What this one has, for the next one. */
  found: Map<CacheKey, Briefed>
  /** Whether there will be further builds of this process. */
  isTransient: boolean
}

/** @param settings of each workspace */
export function keptFiles(kept: KeptSources, settings: readonly CompilerSettings[]): KnownFiles {
  const { store, sources, briefs, before, found, isTransient } = kept
  const readLater = readerOf(store, true)
  const readOnce = readerOf(store, isTransient)
  const keyOf = keysWith(settings)
  const digests = settings.map(settingsDigest)
  return {
    keepsContents: true,
    find(file) {
      const digest = sources.digestOf(file.file)
      if (digest === undefined) return undefined
      const own = digests[file.workspace]!
      const known = briefs.find(file.file, own, digest)
      const key = known?.key ?? keyOf(file, digest)
      // All are asked for each time, so that they are kept equally long.
      const one =
        before.get(key)?.file ??
        (known
          ? new UnreadFile(file.file, { ...known, digest }, readLater)
          : read(file, key, digest, store, readLater))
      if (!one || !isWhole(store, key, one)) return undefined
      found.set(key, { file: one, settings: own })
      return one
    },
    add(file, compiled) {
      if (!isLasting(compiled)) return compiled
      const key = keyOf(file, compiled.digest!)
      store.set('heads', key, packHead(compiled))
      keepContent(store, key, compiled)
      if (!isWhole(store, key, compiled)) return { ...compiled, key }
      const brief = briefOf(compiled)
      const about = brief && { key, digest: compiled.digest!, brief }
      const one = about
        ? new UnreadFile(file.file, about, readOnce)
        : read(file, key, compiled.digest!, store, readOnce)!
      found.set(key, { file: one, settings: digests[file.workspace]! })
      return one
    },
  }
}

/** For a build that keeps nothing: files whose contents are out of memory until they are asked for. */
export function spilledFiles(values: KeyedValues, settings: readonly CompilerSettings[]): KnownFiles {
  const keyOf = keysWith(settings)
  return {
    keepsContents: true,
    find: () => undefined,
    add(file, compiled) {
      if (!isLasting(compiled)) return compiled
      const key = keyOf(file, compiled.digest!)
      keepContent(values, key, compiled)
      const { post, ...rest } = compiled
      if (!post) return detached({ ...rest, key, post })
      const { content: _, ...header } = post
      const head = detached({ ...rest, key, post: header })
      const content = new ReadContent((part) => values.get(part, key))
      return { ...head, post: Object.assign(head.post, { content }) }
    },
  }
}

/** For a check: it reads no contents, which would take most of the memory. */
export function withoutContents(): KnownFiles {
  const none = { html: '', markdown: '', words: new Uint8Array(0) }
  return {
    keepsContents: false,
    find: () => undefined,
    add: (_, compiled) =>
      compiled.post ? { ...compiled, post: { ...compiled.post, content: none } } : compiled,
  }
}

function keysWith(settings: readonly CompilerSettings[]) {
  const digests = settings.map(settingsDigest)
  return ({ file, workspace }: PostFile, digest: string): CacheKey =>
    keyOfAll([digests[workspace], file.displayPath, file.relativePath, digest])
}

function keepContent(values: KeyedValues, key: CacheKey, file: CompiledFile): void {
  const parts = Object.entries(storedContent(file) ?? {}) as [ContentPart, Uint8Array][]
  for (const [part, value] of parts) values.set(part, key, value)
}

const PARTS = ['heads', 'words', 'texts', 'html', 'markdown'] as const

/** Whether all of it is there. All of it is asked for each time, so that it is kept equally long. */
function isWhole(store: KeyedValues, key: CacheKey, { post }: CompiledFile): boolean {
  const [head, words, texts, html, markdown] = PARTS.map((part) => store.has(part, key))
  return Boolean(head && (!post || (words && (texts || (html && markdown)))))
}

/** What a file became because time or memory ran out may be different next time. */
function isLasting({ digest, problems }: CompiledFile): boolean {
  return (
    digest !== undefined && !problems.some(({ code }) => code === 'too-complex' || code === 'unreadable-file')
  )
}

/** What has no brief is read at once. */
function read(
  { file }: PostFile,
  key: CacheKey,
  digest: string,
  store: KeyedValues,
  reader: FileReader,
): CompiledFile | undefined {
  if (!store.has('heads', key)) return undefined
  return { ...reader.whole(key, file), digest, key }
}

function readerOf(store: ValueStore, holds: boolean): FileReader {
  const known = <Value>(kind: ValueKind, value: Value | undefined): Value => {
    if (value === undefined) throw new DamagedCache(`a file without its ${kind}`)
    return value
  }
  const head = (key: CacheKey) => known('heads', store.peek('heads', key))
  const part = (part: ContentPart, key: CacheKey) => {
    const value = store.get(part, key)
    return part === 'texts' || part === 'words' ? known(part, value) : value
  }
  return new FileReader({ head, part }, holds)
}

function settingsDigest(settings: CompilerSettings): string {
  // Its sets as lists; `undefined` is told from what is missing.
  return sha256(serialize(settings))
}

function keyOfAll(parts: readonly unknown[]): CacheKey {
  return sha256(JSON.stringify(parts)).slice(0, 32)
}
