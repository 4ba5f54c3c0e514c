// What earlier builds have made of contents, for those that make the same again.

import type { Vocabulary } from '../search/vocabulary.ts'

/** Values by a key that stands for all they depend on. */
export interface KeptValues {
  /** Whose numbers values have: it only grows. */
  readonly vocabulary: Vocabulary
  /** Folders of snapshots that this process has written, or read to the last byte. */
  readonly intact?: Set<string>
  get(kind: KeptKind, key: string): Uint8Array | undefined
  has(kind: KeptKind, key: string): boolean
  set(kind: KeptKind, key: string, value: Uint8Array): void
}

/** Contents as they are stored, what was measured on them, and what was made of many posts; which folders were packed from it. */
export type KeptKind = 'html' | 'markdown' | 'measures' | 'segments' | 'searchIndexes' | 'folders'
