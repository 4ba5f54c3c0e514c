// A workspace of which an earlier build has packed the same need not be packed to know its folder.
import { createHash } from 'node:crypto'
import type { BuiltWorkspace } from '../types.ts'
import type { KeptKind, KeptValues } from './kept.ts'

/** The kept values from which one workspace is packed. */
export class PackedBefore implements KeptValues {
  readonly vocabulary: KeptValues['vocabulary']
  readonly shards: KeptValues['shards']
  readonly memory: KeptValues['memory']
  readonly scratch: KeptValues['scratch']
  readonly #kept: KeptValues
  readonly #posts: BuiltWorkspace['posts']
  readonly #key: string | undefined
  /** Which values were used, besides contents. */
  readonly #used = new Set<string>()

  constructor(kept: KeptValues, workspace: BuiltWorkspace) {
    this.#kept = kept
    this.vocabulary = kept.vocabulary
    this.shards = kept.shards
    this.memory = kept.memory
    this.scratch = kept.scratch
    this.#posts = workspace.posts
    this.#key = keyOf(workspace)
  }

  /** The hash that names the folder. All values are asked for, so that they are kept equally long; `undefined` if one is missing. */
  find(): string | undefined {
    const value = this.#key && this.#kept.get('folders', this.#key)
    if (!value) return undefined
    const [hash, ...used] = Buffer.from(value).toString().split('\n')
    const has = (kind: KeptKind, key = '') => this.#kept.has(kind, key)
    const isWhole =
      this.#posts.every(
        // Contents with cuts have no key, and are not kept.
        ({ contentKey: key }) => key === undefined || (has('html', key) && has('markdown', key)),
      ) && used.every((name) => has(...(name.split(' ') as [KeptKind, string])))
    return isWhole ? hash : undefined
  }

  /** Call this when it is packed. */
  keep(hash: string): void {
    if (this.#key) this.#kept.set('folders', this.#key, Buffer.from([hash, ...this.#used].join('\n')))
  }

  get(kind: KeptKind, key: string): Uint8Array | undefined {
    this.#use(kind, key)
    return this.#kept.get(kind, key)
  }

  has(kind: KeptKind, key: string): boolean {
    this.#use(kind, key)
    return this.#kept.has(kind, key)
  }

  set(kind: KeptKind, key: string, value: Uint8Array): void {
    this.#kept.set(kind, key, value)
  }

  #use(kind: KeptKind, key: string): void {
    if (kind !== 'html' && kind !== 'markdown') this.#used.add(`${kind} ${key}`)
  }
}

/** Stands for all that the folder is made of; `undefined` if what a post is made of is not known. */
function keyOf({ keys: _, searchIndex: __, stemmers, posts, ...lists }: BuiltWorkspace): string | undefined {
  const hash = createHash('sha256').update(JSON.stringify([lists, [...(stemmers?.keys() ?? [])]]))
  for (const post of posts) {
    if (post.termsKey === undefined || post.key === undefined) return undefined
    hash.update(post.key)
  }
  return hash.digest('hex').slice(0, 32)
}
