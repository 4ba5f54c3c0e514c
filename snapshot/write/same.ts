// A workspace of which an earlier build has packed the same need not be packed to know its folder.
import { createHash } from 'node:crypto'
import type { BuiltWorkspace } from '../types.ts'
import type { KeptKind, KeptValues } from './memo.ts'

/** The kept values from which one workspace is packed; they note which of them were used. */
export function packedBefore(kept: KeptValues, workspace: BuiltWorkspace) {
  const key = keyOf(workspace)
  /** The kept values that were asked for, besides contents. */
  const used = new Set<string>()
  const noted = (kind: KeptKind, own: string): [KeptKind, string] => {
    if (kind !== 'html' && kind !== 'markdown') used.add(`${kind} ${own}`)
    return [kind, own]
  }
  const values: KeptValues = {
    shards: kept.shards,
    get: (...name) => kept.get(...noted(...name)),
    peek: (...name) => kept.peek(...noted(...name)),
    has: (...name) => kept.has(...noted(...name)),
    set: (...value) => kept.set(...value),
  }
  /** Returns the folder's name. All values are asked for, so that they are kept equally long; `undefined` if one is missing. */
  const find = (): string | undefined => {
    const value = key && kept.get('folders', key)
    if (!value) return undefined
    const [hash, ...names] = Buffer.from(value).toString().split('\n')
    const isWhole =
      workspace.posts.every(
        // Contents with cuts have no key, and are not kept.
        ({ contentKey: own }) => own === undefined || (kept.has('html', own) && kept.has('markdown', own)),
      ) && names.every((name) => kept.has(...(name.split(' ') as [KeptKind, string])))
    return isWhole ? hash : undefined
  }
  /** Keeps the hash; call this when the workspace is packed. */
  const keep = (hash: string): void => {
    if (key) kept.set('folders', key, Buffer.from([hash, ...used].join('\n')))
  }
  return { values, find, keep }
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
