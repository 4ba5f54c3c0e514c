// What the system says of a file without reading it: as long as that is the same, so is the file.
import { type Stats, statSync } from 'node:fs'
import { tried } from '../../snapshot/tried.ts'

/** The device, its number there, its size in bytes, and when it was changed, in milliseconds. */
const FACTS = ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const
export type FileFacts = readonly number[]
/** How many numbers they are. */
export const factCount = FACTS.length

/** `undefined` if it says nothing. */
export function factsOf(path: string): FileFacts | undefined {
  const stats = statsOf(path)
  return stats && FACTS.map((fact) => stats[fact])
}

/** @param at where those of the second begin */
export function areSameFacts(one: FileFacts, others: ArrayLike<number>, at = 0): boolean {
  for (let i = 0; i < factCount; i++) if (one[i] !== others[at + i]) return false
  return true
}

/** `undefined` if the system does not say anything of it. */
export function statsOf(path: string): Stats | undefined {
  return tried(() => statSync(path, { throwIfNoEntry: false }))
}
