// What files became in earlier builds: a file with the same bytes, the same path and the same settings becomes the same.
import { deserialize, serialize } from 'node:v8'
import { sha256 } from '../../snapshot/format/format.ts'
import type { CompiledContent, CompiledFile, CompiledPost } from '../compile/compile.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { PostFile } from '../compile/pool/post.ts'
import { bytesOf } from '../parse/file.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { type CacheKey, DamagedCache, type ValueStore } from './store.ts'

/** All of a file but its texts and their words, which few builds read again. */
type KeptHead = Omit<CompiledFile, 'post'> & { post: Omit<CompiledPost, 'content'> | undefined }

/** @param settings of each workspace */
export function keptFiles(store: ValueStore, settings: readonly CompilerSettings[]): KnownFiles {
  const digests = settings.map(settingsDigest)
  const keyOf = ({ file, workspace }: PostFile, digest: string): CacheKey =>
    keyOfAll([digests[workspace], file.displayPath, file.relativePath, digest])
  return {
    find(file) {
      const { value: bytes } = bytesOf(file.file)
      if (!bytes) return undefined
      const key = keyOf(file, sha256(bytes))
      const head = store.get('heads', key)
      const found = head && read(store, key, head)
      // Asked for each time, so that they are kept as long as the rest.
      const isWhole = store.has('texts', key) && store.has('terms', key)
      return found?.post && !isWhole ? undefined : found
    },
    add(file, compiled) {
      if (!isLasting(compiled)) return compiled
      const key = keyOf(file, compiled.digest!)
      const { post, ...rest } = compiled
      const { content, ...header } = post ?? { content: undefined }
      store.set(
        'heads',
        key,
        serialize({ ...rest, post: post && (header as KeptHead['post']) } satisfies KeptHead),
      )
      if (content) {
        store.set('texts', key, serialize([content.html, content.markdown]))
        store.set('terms', key, serialize(content.terms))
      }
      return { ...compiled, key }
    },
  }
}

/** What a file became because time or memory ran out may be different next time. */
function isLasting({ digest, problems }: CompiledFile): boolean {
  return (
    digest !== undefined && !problems.some(({ code }) => code === 'too-complex' || code === 'unreadable-file')
  )
}

function read(store: ValueStore, key: CacheKey, head: Buffer): CompiledFile {
  const { post, ...file }: KeptHead = deserialize(head)
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

  get terms(): CompiledContent['terms'] {
    return this.#read('terms')
  }

  #texts(): [html: string, markdown: string] {
    return this.#read('texts')
  }

  /** @throws {DamagedCache} */
  #read<T>(kind: 'texts' | 'terms'): T {
    const value = this.#store.get(kind, this.#key)
    if (!value) throw new DamagedCache(`a file without its ${kind}`)
    return deserialize(value)
  }
}

function settingsDigest(settings: CompilerSettings): string {
  // Its sets as lists; `undefined` is told from what is missing.
  return sha256(serialize(settings))
}

function keyOfAll(parts: readonly unknown[]): CacheKey {
  return sha256(JSON.stringify(parts)).slice(0, 32)
}
