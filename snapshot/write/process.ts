// Names for processes, used in files they leave on disk, so that others can tell whether the process still runs.
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/** The place where processes have the numbers that this one sees: `web-1@4026531836@76c8…`. Empty if the system does not tell. */
export const ownPlace = placeOfThis()

/** Returns a name that `isRunning` understands: `4711-98765`, and where that number is valid. */
export function nameOf(pid: number): string {
  return `${pid}-${processAt(pid)?.started ?? ''}${ownPlace && `-${ownPlace}`}`
}

/**
 * Tells whether the process that this name begins with is running; `undefined` if its number is that of another place. Ids are
 * reused; where the system reports when a process was started, that tells them apart.
 */
export function isRunning(name: string): boolean | undefined {
  const { number, started, place } = NAME.exec(name)?.groups ?? {}
  if (place && place !== ownPlace) return undefined
  const pid = Number(number)
  const found = processAt(pid)
  if (found && started) return found.state !== 'Z' && found.started === started
  if (!(pid > 0) || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Returns the name that messages give to a process: `process 4711`, and where, if that is not here. */
export function titleOf(name: string): string {
  const { number, place } = NAME.exec(name)?.groups ?? {}
  const [host, namespace] = place?.split('@') ?? []
  return `process ${number}${!place || place === ownPlace ? '' : ` on ${host} (PID namespace ${namespace})`}`
}

const NAME = /^(?<number>\d+)-(?<started>\d*)(?:-(?<place>[\w.-]*@\d+@[0-9a-f]{32}))?(?:-|$)/

/** Names this place. Two containers have the same boot, two machines may share a name, and all have the same first namespace. */
function placeOfThis(): string {
  try {
    const namespace = readlinkSync('/proc/self/ns/pid').replace(/\D/g, '')
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').replace(/\W/g, '')
    return `${hostname().replace(/[^\w.-]/g, '_')}@${namespace}@${boot}`
  } catch {
    return ''
  }
}

function processAt(pid: number): { state: string; started: string } | undefined {
  try {
    // It may show the processes of another namespace than that of this process.
    if (readlinkSync('/proc/self') !== String(process.pid)) return undefined
    // Fields 3 and 22; field 2, a name in parentheses, may contain blanks.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    return { state: fields[0]!, started: fields[19]! }
  } catch {
    return undefined
  }
}
