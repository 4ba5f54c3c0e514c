// How many connections a process can have open before it runs out of descriptors. Nobody is told when it does: the system's next
// connections are closed without a word, and files cannot be read. So some are left for all else.
import { readFileSync } from 'node:fs'
import { type ConnectionLimits, usualTotal } from './connections.ts'

/** At most, for workspaces (256), Redis, and files that are being read: unread replies hold no more than a thousand. */
const reserved = 2_000

/** What `ulimit -n` allows this process; `undefined` if the system does not say, as only Linux does. */
export function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}

/** @param descriptors as `descriptorLimit` gives them */
export function withinDescriptors(
  limits: ConnectionLimits,
  descriptors: number | undefined,
): ConnectionLimits {
  if (descriptors === undefined) return limits
  const room = descriptors - Math.min(reserved, descriptors >> 1)
  return room < limits.total ? { ...limits, total: room, bound: `ulimit -n ${descriptors}` } : limits
}

/** What to tell the operator where fewer connections fit than are allowed. */
export function shortageOf(wanted: ConnectionLimits, descriptors: number | undefined): string | undefined {
  const { total, bound } = withinDescriptors(wanted, descriptors)
  const isEnough = !Number.isFinite(wanted.total) && total >= usualTotal
  if (bound === undefined || isEnough) return undefined
  return (
    `connections: at most ${total} can be open, since this process may have ${descriptors} files open; ` +
    'raise that (ulimit -n, LimitNOFILE) or lower GALLEY_MAX_CONNECTIONS'
  )
}
