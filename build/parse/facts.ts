// What the system says of a file without reading it: as long as that is the same, so is the file.
import { statSync } from 'node:fs'

/** The device, its number there, its size in bytes, and when it was changed, in milliseconds. */
const FACTS = ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const
export type FileFacts = readonly number[]
/** How many numbers they are. */
export const factCount = FACTS.length

/** `undefined` if it says nothing. */
export function factsOf(path: string): FileFacts | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false })
    return stats && FACTS.map((fact) => stats[fact])
  } catch {
    return undefined
  }
}

/** @param at where those of the second begin */
export function areSameFacts(one: FileFacts, others: ArrayLike<number>, at = 0): boolean {
  for (let i = 0; i < factCount; i++) if (one[i] !== others[at + i]) return false
  return true
}
