// Results of earlier builds about contents, for builds that make the same again.

import type { Vocabulary } from '../../packages/search/index.ts'
import type { Memory } from '../memory.ts'
import type { BuiltWorkspace } from '../types.ts'
import type { ShardBounds } from './shards.ts'

/** Values by a key that stands for all they depend on. */
export interface MemoValues<Kind extends string = MemoKind> {
  /** The bounds of shards of posts; without them, nothing of shards is kept. */
  readonly shards?: ShardBounds | undefined
  get(kind: Kind, key: string): Uint8Array | undefined
  /** Returns what `get` does, but only until the next call: the bytes are then those of another value. */
  peek(kind: Kind, key: string): Uint8Array | undefined
  has(kind: Kind, key: string): boolean
  set(kind: Kind, key: string, value: Uint8Array): void
}

/** The results of earlier builds that the writer of a snapshot uses. */
export interface WriterMemo {
  readonly values: MemoValues
  /** The vocabulary whose numbers values have: it only grows. */
  readonly vocabulary: Vocabulary
  /** The memory of a process that builds again and again. */
  readonly memory?: Memory | undefined
  /** The place for what would take too much memory until it is needed. */
  readonly scratch?: OutOfMemory | undefined
}

export interface OutOfMemory {
  /** @returns a function that reads them; `undefined` if they have to stay in memory */
  hold(bytes: Uint8Array): ReadHeld | undefined
}

/** Fills `into` with what begins at `from`. */
export type ReadHeld = (into: Uint8Array, from: number) => void

/** Builds with drafts alternate with others, and each changes its own. */
export function indexName({ folder, drafts }: Pick<BuiltWorkspace, 'folder' | 'drafts'>): string {
  return JSON.stringify([folder, drafts])
}

/** Contents as they are stored, what was measured on them; of shards, their words, what is written of them, and digests; the index that browsers load; which folders were packed from it; which folders, media and documents are intact. */
export type MemoKind =
  | 'html'
  | 'markdown'
  | 'measures'
  | 'segments'
  | 'shards'
  | 'searchIndexes'
  | 'folders'
  | 'intact'
  | 'media'
  | 'documents'
