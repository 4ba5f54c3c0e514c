// The facts that the system gives about a file without reading it.
import { type Stats, statSync } from 'node:fs'
import { tried } from '../../snapshot/tried.ts'

/** Returns the stats of a path; `undefined` if the system does not say anything of it. */
export function statsOf(path: string): Stats | undefined {
  return tried(() => statSync(path, { throwIfNoEntry: false }))
}
