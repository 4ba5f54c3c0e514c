// What files became in earlier builds: a file with the same bytes, the same path and the same settings becomes the same.
import { sha256 } from '../../snapshot/format/format.ts'
import { wholeJson } from '../../snapshot/objects.ts'
import type { PostTexts } from '../../snapshot/types.ts'
import {
  type Brief,
  type BriefSource,
  briefInMemory,
  briefOf,
  faceOf,
  type LoadedFile,
} from '../compile/brief.ts'
import type { CompiledFile } from '../compile/compile.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { PostFile } from '../compile/pool/post.ts'
import { readTexts, storedContent } from '../compile/stored-content.ts'
import type { FilePaths } from '../parse/file.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { openFile, packFile, textsIn, wordsIn } from './packed-file.ts'
import type { CacheKey } from './slots.ts'
import { DamagedCache, type KeyedValues } from './store.ts'
import type { FileTable, KeptBrief } from './table.ts'

/** @param settings of each workspace */
export function keptFiles(
  values: KeyedValues,
  table: FileTable,
  reader: FileReader,
  settings: readonly CompilerSettings[],
): KnownFiles {
  const underOf = underWith(settings)
  return {
    keepsContents: true,
    find(post) {
      const { file } = post
      const under = underOf(post)
      const entry = table.find(file)
      if (!entry) return undefined
      if (entry.became?.under !== under) {
        const key = keyOf(under, file, entry.digest)
        const value = values.has('posts', key) && values.get('posts', key)
        if (!value) return undefined
        const brief = keptBrief(openFile(value), key, entry.digest, reader.sourceOf(key))
        entry.became = { under, brief }
      }
      const { brief } = entry.became
      return isWhole(values, brief) ? brief : undefined
    },
    add(post, compiled) {
      const under = underOf(post)
      const brief = added(values, post.file, under, compiled, reader)
      if (!isKept(brief)) return brief
      table.add(post.file, compiled.digest!, { under, brief })
      return brief
    },
  }
}

/** For a check: it reads no contents, which would take most of the memory. */
export function withoutContents(): KnownFiles {
  const content = { html: '', markdown: '', words: new Uint8Array(0) }
  return {
    keepsContents: false,
    find: () => undefined,
    add: (_, { post, ...file }) => briefInMemory({ ...file, post: post && { ...post, content } }),
  }
}

/** Reads what is kept of files. */
export class FileReader {
  readonly #values: KeyedValues
  /** Whether what was read stays in memory, which is for builds that ask again and again. */
  readonly holds: boolean
  /** Several things in a row may be asked of the same file. */
  #latest: { key: CacheKey; file: LoadedFile } | undefined

  constructor(values: KeyedValues, holds: boolean) {
    this.#values = values
    this.holds = holds
  }

  sourceOf(key: CacheKey): BriefSource {
    return new KeptSource(this, key)
  }

  file(key: CacheKey): LoadedFile {
    if (this.#latest?.key !== key) this.#latest = { key, file: openFile(this.#value(key)) }
    return this.#latest.file
  }

  texts(key: CacheKey): PostTexts {
    return readTexts((part) => (part === 'texts' ? textsIn(this.#value(key)) : this.#values.get(part, key)))
  }

  words(key: CacheKey): Uint8Array {
    return wordsIn(this.#value(key))
  }

  #value(key: CacheKey): Uint8Array {
    const value = this.#values.get('posts', key)
    if (!value) throw new DamagedCache('What a file became is not there')
    return value
  }
}

class KeptSource implements BriefSource {
  readonly #reader: FileReader
  readonly #key: CacheKey
  #file: LoadedFile | undefined

  constructor(reader: FileReader, key: CacheKey) {
    this.#reader = reader
    this.#key = key
  }

  file(): LoadedFile {
    const file = this.#file ?? this.#reader.file(this.#key)
    if (this.#reader.holds) this.#file = file
    return file
  }

  texts(): PostTexts {
    return this.#reader.texts(this.#key)
  }

  words(): Uint8Array {
    return this.#reader.words(this.#key)
  }
}

function added(
  values: KeyedValues,
  file: FilePaths,
  under: string,
  compiled: CompiledFile,
  reader: FileReader,
): Brief {
  const { digest } = compiled
  if (digest === undefined || !isLasting(compiled)) return briefInMemory(compiled)
  const key = keyOf(under, file, digest)
  const content = storedContent(compiled)
  values.set('posts', key, packFile(compiled, content))
  for (const [part, value] of Object.entries(content ?? {})) {
    if (part === 'html' || part === 'markdown') values.set(part, key, value)
  }
  const brief = keptBrief(compiled, key, digest, reader.sourceOf(key))
  // There may be no room.
  return isWhole(values, brief) ? brief : { ...briefInMemory(compiled), key }
}

function keptBrief(file: LoadedFile, key: CacheKey, digest: string, source: BriefSource): KeptBrief {
  return { ...briefOf(file, source), key, digest, face: faceOf(file) }
}

function isKept(brief: Brief): brief is KeptBrief {
  return brief.face !== undefined
}

/** Whether all of it is there. All of it is asked for each time, so that it is kept equally long. */
function isWhole(values: KeyedValues, { key, post, isSelfContained }: KeptBrief): boolean {
  const packed = post && isSelfContained ? (['html', 'markdown'] as const) : []
  const all = (['posts', ...packed] as const).map((kind) => values.has(kind, key))
  return all.every((one) => one)
}

/** What a file became because time or memory ran out may be different next time. */
function isLasting({ problems }: CompiledFile): boolean {
  return !problems.some(({ code }) => code === 'too-complex' || code === 'unreadable-file')
}

/** Stands for all that what becomes of a file depends on, besides its bytes and its path in the workspace. */
function underWith(settings: readonly CompilerSettings[]) {
  const digests = settings.map((own) => sha256(wholeJson(own)))
  return ({ file: { displayPath, relativePath }, workspace }: PostFile) =>
    `${digests[workspace]} ${displayPath.slice(0, displayPath.length - relativePath.length)}`
}

function keyOf(under: string, { relativePath }: FilePaths, digest: string): CacheKey {
  return sha256(JSON.stringify([under, relativePath, digest])).slice(0, 32)
}
