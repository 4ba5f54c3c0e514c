// Dates as people write them. Nothing here depends on the machine's time zone.
import type { Instant } from './types.ts'

/** The date of an entry that has none: before all others. */
export const UNDATED: Instant = Number.NEGATIVE_INFINITY

const DATE =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ ]?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * `2026-05-31` (midnight UTC) or ISO 8601 with a time; without a zone it is UTC, and digits beyond milliseconds are
 * dropped. `undefined` for anything else, for days that do not exist, and outside the years 0000–9999 in UTC.
 */
export function parseDate(text: string): Instant | undefined {
  const match = DATE.exec(text.trim())
  if (!match) return undefined
  const [, date, hours = '00', minutes = '00', seconds = '00', fraction = '', zone = 'Z'] = match
  const midnight = Date.parse(`${date}T00:00:00.000Z`)
  // V8 reads 2026-02-30 as 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(date!)) return undefined
  const offset = offsetOf(zone)
  if (+hours > 23 || +minutes > 59 || +seconds > 59 || offset === undefined) return undefined
  const milliseconds = +fraction.slice(0, 3).padEnd(3, '0')
  const instant = midnight + ((+hours * 60 + +minutes - offset) * 60 + +seconds) * 1000 + milliseconds
  return instant >= YEAR_0 && instant < YEAR_10000 ? instant : undefined
}

/** Writes a time as ISO 8601 in UTC with milliseconds, as in every reply. */
export function isoDate(instant: Instant): string {
  return new Date(instant).toISOString()
}

const YEAR_0 = Date.UTC(-1, 11, 31) + 86_400_000
const YEAR_10000 = Date.UTC(10_000, 0, 1)

/** Minutes east of UTC. */
function offsetOf(zone: string): number | undefined {
  if (zone.toUpperCase() === 'Z') return 0
  const hours = +zone.slice(1, 3)
  const minutes = +zone.slice(3).replace(':', '')
  if (hours > 23 || minutes > 59) return undefined
  return (zone[0] === '-' ? -1 : 1) * (hours * 60 + minutes)
}
