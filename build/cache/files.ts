// What files became in earlier builds: a file with the same bytes, the same path and the same settings becomes the same.
import { deserialize, serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import type { CompiledContent, CompiledFile, CompiledPost } from '../compile/compile.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { PostFile } from '../compile/pool/post.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import type { SourceDigests } from './sources.ts'
import { type CacheKey, DamagedCache, type ValueStore } from './store.ts'

/** All of a file but its texts and their words, which few builds read again. */
type KeptHead = Omit<CompiledFile, 'post'> & { post: Omit<CompiledPost, 'content'> | undefined }

export interface KeptSources {
  store: ValueStore
  sources: SourceDigests
  /** What the last build has read or made. */
  before: ReadonlyMap<CacheKey, CompiledFile>
  /** What this one has, for the next one. */
  found: Map<CacheKey, CompiledFile>
}

/** @param settings of each workspace */
export function keptFiles(kept: KeptSources, settings: readonly CompilerSettings[]): KnownFiles {
  const { store, sources, before, found } = kept
  const digests = settings.map(settingsDigest)
  const keyOf = ({ file, workspace }: PostFile, digest: string): CacheKey =>
    keyOfAll([digests[workspace], file.displayPath, file.relativePath, digest])
  return {
    find(file) {
      const digest = sources.digestOf(file.file)
      if (digest === undefined) return undefined
      const key = keyOf(file, digest)
      // All are asked for each time, so that they are kept equally long.
      const one = before.get(key) ?? read(store, key)
      if (!one || !isWhole(store, key, one)) return undefined
      found.set(key, one)
      return one
    },
    add(file, compiled) {
      if (!isLasting(compiled)) return compiled
      const key = keyOf(file, compiled.digest!)
      const { post, ...rest } = compiled
      const { content, ...header } = post ?? { content: undefined }
      const head: KeptHead = { ...rest, post: post && (header as KeptHead['post']) }
      store.set('heads', key, serialize(head))
      if (content) {
        store.set('texts', key, serialize([content.html, content.markdown]))
        store.set('words', key, content.words)
      }
      found.set(key, withContent(store, key, head))
      return { ...compiled, key }
    },
  }
}

/** Whether all of it is there. All of it is asked for each time, so that it is kept equally long. */
function isWhole(store: ValueStore, key: CacheKey, { post }: CompiledFile): boolean {
  const [head, ...content] = (['heads', 'texts', 'words'] as const).map((kind) => store.has(kind, key))
  return head === true && (!post || content.every(Boolean))
}

/** What a file became because time or memory ran out may be different next time. */
function isLasting({ digest, problems }: CompiledFile): boolean {
  return (
    digest !== undefined && !problems.some(({ code }) => code === 'too-complex' || code === 'unreadable-file')
  )
}

function read(store: ValueStore, key: CacheKey): CompiledFile | undefined {
  const head = store.get('heads', key)
  return head && withContent(store, key, deserialize(head))
}

function withContent(store: ValueStore, key: CacheKey, { post, ...file }: KeptHead): CompiledFile {
  return { ...file, key, post: post && { ...post, content: new KeptContent(store, key) } }
}

/** Read when it is asked for. */
class KeptContent implements CompiledContent {
  readonly #store: ValueStore
  readonly #key: CacheKey

  constructor(store: ValueStore, key: CacheKey) {
    this.#store = store
    this.#key = key
  }

  get html(): string {
    return this.#texts()[0]
  }

  get markdown(): string {
    return this.#texts()[1]
  }

  get words(): Uint8Array {
    return this.#read('words')
  }

  #texts(): [html: string, markdown: string] {
    return deserialize(this.#read('texts'))
  }

  /** @throws {DamagedCache} */
  #read(kind: 'texts' | 'words'): Buffer {
    const value = this.#store.get(kind, this.#key)
    if (!value) throw new DamagedCache(`a file without its ${kind}`)
    return value
  }
}

function settingsDigest(settings: CompilerSettings): string {
  // Its sets as lists; `undefined` is told from what is missing.
  return sha256(serialize(settings))
}

function keyOfAll(parts: readonly unknown[]): CacheKey {
  return sha256(JSON.stringify(parts)).slice(0, 32)
}
