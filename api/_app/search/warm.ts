// What the first searches of a process would otherwise wait for, some milliseconds each; to be called while there is time.
import { setImmediate } from 'node:timers/promises'
import { Characters } from './marks.ts'

/** Builds the tables that separate characters. */
export async function warmUp(): Promise<void> {
  await setImmediate()
  new Characters('e\u0301', { start: 0, end: 2 }).startAt(1)
}
