// Does the work that the first searches of a process would otherwise wait for, some milliseconds each; call it while there is time.
import { setTimeout } from 'node:timers/promises'
import { Characters } from './marks.ts'

/** The wait in ms after which it begins, so that requests that waited for the start are answered first. */
const delay = 250

/** Builds the tables that separate characters. */
export async function warmUp(): Promise<void> {
  await setTimeout(delay, undefined, { ref: false })
  new Characters('e\u0301', { start: 0, end: 2 }).startAt(1)
}
