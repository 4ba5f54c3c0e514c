// Keeps what files became: a file with the same bytes, the same path and the same settings becomes the same in later builds.
import { deserialize, serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import { wholeJson } from '../../snapshot/objects.ts'
import type { MemoValues } from '../../snapshot/write/memo.ts'
import { briefOf, faceOf, type LoadedFile } from '../compile/brief.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { PostFile } from '../compile/pool/post.ts'
import {
  briefInMemory,
  type ContentPart,
  noContent,
  readTexts,
  type StoredFile,
} from '../compile/stored-content.ts'
import type { FilePaths } from '../parse/file.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import type { CacheKey } from './slots.ts'
import { DamagedCache, type ValueKind } from './store.ts'
import type { FileTable, KnownBrief, SourceOf } from './table.ts'

/** @param settings of each workspace */
export function knownFiles(
  values: MemoValues<ValueKind>,
  table: FileTable,
  sourceOf: SourceOf,
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
        const brief = knownBrief(deserialize(value), key, entry.digest, sourceOf)
        entry.became = { under, brief }
      }
      const { brief } = entry.became
      return isWhole(values, brief) ? brief : undefined
    },
    add(post, compiled) {
      const { digest, post: own } = compiled
      if (digest === undefined || !isLasting(compiled)) return briefInMemory(compiled)
      const under = underOf(post)
      const key = keyOf(under, post.file, digest)
      // V8's own format keeps what is one object as one.
      values.set('posts', key, serialize({ ...compiled, post: own && { ...own, content: undefined } }))
      for (const [part, value] of Object.entries(own?.content ?? {}))
        values.set(part as ContentPart, key, value)
      const brief = knownBrief(compiled, key, digest, sourceOf)
      // There may be no room.
      if (!isWhole(values, brief)) return { ...briefInMemory(compiled), key }
      table.add(post.file, digest, { under, brief })
      return brief
    },
  }
}

/** Keeps no contents, for a check: it reads none, and they would take most of the memory. */
export function withoutContents(): KnownFiles {
  return {
    keepsContents: false,
    find: () => undefined,
    add: (_, { post, ...file }) => briefInMemory({ ...file, post: post && { ...post, content: noContent } }),
  }
}

/**
 * Makes the function that says where what the memo has of a file is read.
 * @param holds whether what was read stays in memory, which is for builds that ask again and again
 */
export function sourcesIn(values: MemoValues<ValueKind>, { holds } = { holds: false }): SourceOf {
  /** Several things in a row may be asked of the same file. */
  let latest: { key: CacheKey; file: LoadedFile } | undefined
  const required = (kind: ValueKind, key: CacheKey) => {
    const value = values.get(kind, key)
    if (!value) throw new DamagedCache('What a file became is not there')
    return value
  }
  const read = (key: CacheKey): LoadedFile => {
    if (latest?.key !== key) latest = { key, file: deserialize(required('posts', key)) }
    return latest.file
  }
  return (key) => {
    let held: LoadedFile | undefined
    return {
      file() {
        const file = held ?? read(key)
        if (holds) held = file
        return file
      },
      texts: () => readTexts((part) => values.get(part, key)),
      words: () => required('words', key),
    }
  }
}

function knownBrief(file: LoadedFile, key: CacheKey, digest: string, sourceOf: SourceOf): KnownBrief {
  return { ...briefOf(file, sourceOf(key)), key, digest, face: faceOf(file) }
}

/** Tells whether all values of a file are there. All are asked for each time, so that they are kept equally long. */
function isWhole(values: MemoValues<ValueKind>, { key, post, isSelfContained }: KnownBrief): boolean {
  const texts: ContentPart[] = isSelfContained ? ['html', 'markdown'] : ['texts']
  const parts = post ? [...texts, 'words' as const] : []
  const all = (['posts', ...parts] as const).map((kind) => values.has(kind, key))
  return all.every((one) => one)
}

/** Returns false if time or memory ran out: then the file may become something else next time. */
function isLasting({ problems }: StoredFile): boolean {
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
