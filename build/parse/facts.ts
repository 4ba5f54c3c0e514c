// What the system says of a file without reading it: as long as that is the same, so is the file.
import { type Stats, statSync } from 'node:fs'
import { tried } from '../../snapshot/tried.ts'

/** The device, its number there, its size in bytes, and when it was changed, in milliseconds. */
const FACTS = ['dev', 'ino', 'size', 'mtimeMs', 'ctimeMs'] as const
export type FileFacts = readonly number[]

/** `undefined` if it says nothing. */
export function factsOf(path: string): FileFacts | undefined {
  const stats = statsOf(path)
  return stats && FACTS.map((fact) => stats[fact])
}

/** `undefined` if the system does not say anything of it. */
export function statsOf(path: string): Stats | undefined {
  return tried(() => statSync(path, { throwIfNoEntry: false }))
}
