// Names for processes, used in files they leave on disk, so that others can tell whether the process still runs.
import { readFileSync } from 'node:fs'

/** A name that `isRunning` understands: `4711-98765`. */
export function nameOf(pid: number): string {
  return `${pid}-${processAt(pid)?.started ?? ''}`
}

/**
 * Whether the process that this name begins with is running. Ids are reused; where the system reports when a process was
 * started, that tells them apart.
 */
export function isRunning(name: string): boolean {
  const [number, started] = name.split('-')
  const pid = Number(number)
  const found = processAt(pid)
  if (found) return found.state !== 'Z' && found.started === started
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function processAt(pid: number): { state: string; started: string } | undefined {
  try {
    // Fields 3 and 22; field 2, a name in parentheses, may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    return { state: fields[0]!, started: fields[19]! }
  } catch {
    return undefined
  }
}
