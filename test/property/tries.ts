// How often a property is tried: in `npm test` a thirty-second part of `all`, in the long run, which runs the suites that import this
// again, a tenth, and two fifths at night. TEST_ALL_TRIES is another share: 1 tries each property as often as it says.
import { test } from 'vitest'

const again = process.env.TEST_ALL_TRIES

export function tries(all: number): number {
  return Math.ceil(Number(again ?? 1 / 32) * all)
}

/** Declares a test that is the same each time: the runs that try these suites again skip it. */
export const fixed = test.skipIf(again !== undefined)
