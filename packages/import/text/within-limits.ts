// Work on the text of one post under the limits of a build: one that exceeds them stays as it is, and the others go on.
import { runWithinCpuTime } from '../../../build/isolation/time-limit.ts'
import { processLimit } from '../../../build/isolation/work-limits.ts'

/** Returns what `work` makes of a text, or `undefined` if it takes too long for its size or nests too deeply. `work` may run twice. */
export function withinLimits<T>(text: string, work: () => T): T | undefined {
  let result: T | undefined
  try {
    const isDone = runWithinCpuTime(processLimit(text.length), () => {
      result = work()
    })
    return isDone ? result : undefined
  } catch (error) {
    // The stack or the longest text of JavaScript was not enough.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
