// What earlier builds have made of contents, for those that make the same again.

/** Values by a key that stands for all they depend on. */
export interface KeptValues {
  get(kind: KeptKind, key: string): Uint8Array | undefined
  has(kind: KeptKind, key: string): boolean
  set(kind: KeptKind, key: string, value: Uint8Array): void
}

/** Contents as they are stored, and what was measured on them. */
export type KeptKind = 'html' | 'markdown' | 'measures' | 'vocabulary' | 'segments' | 'searchIndexes'
