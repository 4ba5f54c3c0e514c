// Runs work that might never end, and stops it after a while.
import { createContext, Script } from 'node:vm'

// V8 stops a script that runs too long, with everything it has called. This script only calls `work`.
const call = new Script('work()')
const stage = createContext({ work: () => {} })

/**
 * Runs `work`, and returns whether it ended within that many milliseconds. What it was changing when it was stopped may
 * be in any state.
 */
export function runWithin(milliseconds: number, work: () => void): boolean {
  stage.work = work
  try {
    call.runInContext(stage, { timeout: milliseconds, displayErrors: false })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false
    throw error
  } finally {
    stage.work = undefined
  }
}

/** On a busy machine, work may take this many times its limit in wall time. */
const MAX_FACTOR = 64

/** Runs `work` like `runWithin`, but in CPU time of this process: again with more time if other processes held it up. */
export function runWithinCpuTime(milliseconds: number, work: () => void): boolean {
  for (let time = milliseconds; ; time *= 2) {
    const before = process.cpuUsage()
    if (runWithin(time, work)) return true
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 >= milliseconds || time >= MAX_FACTOR * milliseconds) return false
  }
}

/** Watching each of many short runs would take longer than they do: they are watched together, in milliseconds. */
const TOGETHER = 500

/**
 * Does `work` for each of `items`, like `runWithinCpuTime`, perhaps twice for one, and returns the items at which it was stopped.
 * @param limitOf in milliseconds
 */
export function eachWithinCpuTime<T>(
  items: readonly T[],
  limitOf: (item: T) => number,
  work: (item: T) => void,
): T[] {
  const stopped: T[] = []
  for (let next = 0; next < items.length; next++) {
    const isDone = runWithin(TOGETHER, () => {
      for (; next < items.length; next++) work(items[next]!)
    })
    if (isDone || next === items.length) break
    const item = items[next]!
    if (!runWithinCpuTime(limitOf(item), () => work(item))) stopped.push(item)
  }
  return stopped
}
