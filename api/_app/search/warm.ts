// What the first searches of a process would have to wait for, some milliseconds each: for those who have the time before.
import { setImmediate } from 'node:timers/promises'
import { Characters } from './marks.ts'

/** Makes the tables that tell characters apart. */
export async function warmUp(): Promise<void> {
  await setImmediate()
  new Characters('e\u0301', { start: 0, end: 2 }).startAt(1)
}
