// A workspace of which an earlier build has packed the same need not be packed to know its folder.
import { createHash } from 'node:crypto'
import type { BuiltWorkspace } from '../types.ts'
import type { MemoKind, MemoValues } from './memo.ts'

/** The memo's values from which one workspace is packed; they note which of them were used. */
export function knownFolder(memo: MemoValues, workspace: BuiltWorkspace) {
  const key = keyOf(workspace)
  /** The values that were asked for, besides contents. */
  const used = new Set<string>()
  const noted = (kind: MemoKind, own: string): [MemoKind, string] => {
    if (kind !== 'html' && kind !== 'markdown') used.add(`${kind} ${own}`)
    return [kind, own]
  }
  const values: MemoValues = {
    shards: memo.shards,
    get: (...name) => memo.get(...noted(...name)),
    peek: (...name) => memo.peek(...noted(...name)),
    has: (...name) => memo.has(...noted(...name)),
    set: (...value) => memo.set(...value),
  }
  /** Returns the folder's name. All values are asked for, so that they are kept equally long; `undefined` if one is missing. */
  const find = (): string | undefined => {
    const value = key && memo.get('folders', key)
    if (!value) return undefined
    const [hash, ...names] = Buffer.from(value).toString().split('\n')
    const isWhole =
      workspace.posts.every(
        // Contents with cuts have no key, and are not kept.
        ({ contentKey: own }) => own === undefined || (memo.has('html', own) && memo.has('markdown', own)),
      ) && names.every((name) => memo.has(...(name.split(' ') as [MemoKind, string])))
    return isWhole ? hash : undefined
  }
  /** Keeps the hash; call this when the workspace is packed. */
  const keep = (hash: string): void => {
    if (key) memo.set('folders', key, Buffer.from([hash, ...used].join('\n')))
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
