// What the first searches of a process would otherwise wait for, some milliseconds each; to be called while there is time.
import { setTimeout } from 'node:timers/promises'
import { Characters } from './marks.ts'

/** Whoever has waited for the start is answered first, in ms. */
const delay = 250

/** Builds the tables that separate characters. */
export async function warmUp(): Promise<void> {
  await setTimeout(delay, undefined, { ref: false })
  new Characters('e\u0301', { start: 0, end: 2 }).startAt(1)
}
