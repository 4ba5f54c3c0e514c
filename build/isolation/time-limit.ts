// Work that could go on for ever, stopped where it stands.
import { createContext, Script } from 'node:vm'

// V8 stops a script that runs too long together with all it has called: of ours, nothing else is in the script.
const call = new Script('work()')
const stage = createContext({ work: () => {} })

/**
 * Does `work`, and tells whether it came to its end within that many milliseconds. What it was changing when it was
 * stopped may be in any state.
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

/** Of a machine that is busy with something else, work is given so many times the time before it is stopped. */
const MAX_FACTOR = 8

/** As `within`, counted in CPU time of this process: `work` begins anew where others held it up. */
export function runWithinCpuTime(milliseconds: number, work: () => void): boolean {
  for (let time = milliseconds; ; time *= 2) {
    const before = process.cpuUsage()
    if (runWithin(time, work)) return true
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 >= milliseconds || time >= MAX_FACTOR * milliseconds) return false
  }
}
