// Dates as other programs write them, in ours: `2015-03-31`, or ISO 8601 with the offset that was meant.

import { parseDate } from '../../snapshot/date.ts'
import { tried } from '../../snapshot/tried.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Hours east of UTC; what else a name could mean is rare in front matter. */
const ZONES: Record<string, string> = {
  utc: 'Z',
  gmt: 'Z',
  z: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  cet: '+01:00',
  cest: '+02:00',
  bst: '+01:00',
  jst: '+09:00',
  ist: '+05:30',
}

/** The longest date, in characters. To look for a time in thousands of spaces would take minutes. */
const MAX_DATE = 100

const TIME =
  /(?:[T ,]|\bat\b)+\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?(?![\d:])\s*([ap]\.?m\.?)?\s*(.*)$/i

/** Something that is to be a time, whether it is one or not, also in Chinese and Japanese. */
const TIME_LIKE = /\d\s*[:：]\s*\d|\d\s*[時时点點h]\s*\d/i

export interface ReadDate {
  /** The date in our format: `2015-03-31`, or with a time and the offset that was meant. */
  date: string
  /** The date with its time, if it has one; at midnight in UTC, `date` is the day alone. */
  moment: string
  /** The part of it that was not read: the end of "it was written, …". */
  unread?: string
}

/** The date in our format, or `undefined`: see `readDate`. */
export function ourDate(written: string, timezone?: string): string | undefined {
  return readDate(written, timezone)?.date
}

/**
 * The date that a text begins with, or `undefined`. Without a zone it is one of `timezone`, an IANA name, else UTC. A month
 * before the day is read as in the United States, unless only the other order gives a date.
 */
export function readDate(written: string, timezone?: string): ReadDate | undefined {
  if (written.length > MAX_DATE) return undefined
  const text = written.trim().replace(/[“”"']/g, '')
  const seconds = /^\d{10}(\d{3})?$/.exec(text)
  if (seconds) {
    const date = new Date(Number(text) * (seconds[1] ? 1 : 1000)).toISOString().replace('.000', '')
    return { date, moment: date }
  }
  const day = dayIn(text)
  if (!day) return undefined
  const after = text.slice(day.length)
  const dayAlone = { date: day.date, moment: day.date }
  const noTime = TIME_LIKE.test(after) ? { ...dayAlone, unread: 'whose time is none' } : dayAlone
  const time = TIME.exec(after)
  if (!time) return noTime
  const [, hours = '0', minutes = '00', rest = '00', half = '', zone = ''] = time
  const late = /^p/i.test(half) && Number(hours) < 12 ? 12 : 0
  const early = /^a/i.test(half) && Number(hours) === 12 ? -12 : 0
  const clock = `${two(String(Number(hours) + late + early))}:${minutes}:${rest}`
  const local = `${day.date}T${clock}Z`
  const known = offsetIn(zone) ?? (/^[A-Z]\w+\/\w/.test(zone) ? offsetOf(local, zone) : undefined)
  const moment = `${day.date}T${clock}${known ?? offsetOf(local, timezone) ?? 'Z'}`
  if (parseDate(moment) === undefined) return noTime
  return {
    date: moment.endsWith('T00:00:00Z') ? day.date : moment,
    moment,
    ...(known === undefined && /^[A-Za-z+-]/.test(zone) ? { unread: 'whose zone is not known' } : {}),
  }
}

/**
 * A moment by the clock of the site, without an offset, which addresses are made of: `2015-03-31T10:00:00`. Where its zone is
 * not known, by that in UTC, which most sites are built in, and by that of who wrote it.
 */
export function clocksAt(moment: string, timezone: string | undefined): string[] {
  const instant = parseDate(moment)
  if (!moment.includes('T') || instant === undefined) return [moment]
  const known = timezone === undefined ? undefined : clockIn(timezone)?.(instant)
  return known ? [known] : [...new Set([new Date(instant).toISOString().slice(0, 19), moment.slice(0, 19)])]
}

type Clock = (instant: number) => string

const clocks = new Map<string, Clock | undefined>()

/** `undefined` for what is no zone. Made once. */
function clockIn(timeZone: string): Clock | undefined {
  if (!clocks.has(timeZone)) {
    const options = { timeZone, dateStyle: 'short', timeStyle: 'medium' } as const
    const format = tried(() => new Intl.DateTimeFormat('sv', options))
    clocks.set(timeZone, format && ((instant) => format.format(instant).replace(' ', 'T')))
  }
  return clocks.get(timeZone)
}

/** The date at the beginning of a file's name or in the folders above it: `2015/03/31/x.md`, `2015-3-31-x.md`. */
export function dateInPath(path: string): string | undefined {
  const found = /(?:^|\/)(\d{4})[-_/.](\d{1,2})[-_/.](\d{1,2})(?=[-_/. ]|$|\D)/.exec(path)
  if (found) return dateOf(found[1]!, found[2]!, found[3]!)
  const short = /(?:^|\/)((?:19|20)\d{2})(\d{2})(\d{2})(?=[-_ ./])/.exec(path)
  return short ? dateOf(short[1]!, short[2]!, short[3]!) : undefined
}

/** The beginning of `text` that names a day. */
function dayIn(text: string): { date: string; length: number } | undefined {
  for (const [pattern, read] of DAYS) {
    const match = pattern.exec(text)
    const date = match && read(match as unknown as string[])
    if (date) return { date, length: match[0].length }
  }
  return undefined
}

const WEEKDAY = '(?:[a-z]{3,9}\\.?,?\\s+)?'

const DAYS: [RegExp, (match: string[]) => string | undefined][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})/, ([, year, month, day]) => dateOf(year!, month!, day!)],
  [/^(\d{4})(\d{2})(\d{2})(?=T|$)/, ([, year, month, day]) => dateOf(year!, month!, day!)],
  [/^(\d{4})年(\d{1,2})月(\d{1,2})日/, ([, year, month, day]) => dateOf(year!, month!, day!)],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})/, ([, day, month, year]) => dateOf(year!, month!, day!)],
  [
    /^(\d{1,2})[-/](\d{1,2})[-/](\d{4})/,
    ([, first, second, year]) => dateOf(year!, first!, second!) ?? dateOf(year!, second!, first!),
  ],
  [
    new RegExp(`^${WEEKDAY}([a-z]{3,9})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})`, 'i'),
    ([, month, day, year]) => dateOf(year!, numberOf(month!), day!),
  ],
  [
    new RegExp(
      `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th)?\\.?[\\s-]+(?:of\\s+)?([a-z]{3,9})\\.?,?[\\s-]+(\\d{4})`,
      'i',
    ),
    ([, day, month, year]) => dateOf(year!, numberOf(month!), day!),
  ],
  [/^(\d{4})-(\d{2})$/, ([, year, month]) => dateOf(year!, month!, '1')],
]

function dateOf(year: string, month: string, day: string): string | undefined {
  const date = `${year}-${two(month)}-${two(day)}`
  return parseDate(date) === undefined ? undefined : date
}

function two(number: string): string {
  return number.padStart(2, '0')
}

function numberOf(month: string): string {
  return String(MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1)
}

function offsetIn(zone: string): string | undefined {
  const text = zone.trim().replace(/^(?:gmt|utc)(?=[+-])/i, '')
  const [, sign, hours, minutes = '00'] = /^([+-])(\d{1,2}):?(\d{2})?/.exec(text) ?? []
  if (sign) return hours === '00' && minutes === '00' ? 'Z' : `${sign}${two(hours!)}:${minutes}`
  const name = /^[a-z]+/i.exec(text)?.[0].toLowerCase() ?? ''
  return Object.hasOwn(ZONES, name) ? ZONES[name] : undefined
}

/** The offset of a zone at a time by its clock. */
function offsetOf(local: string, timezone: string | undefined): string | undefined {
  const clock = timezone === undefined ? undefined : clockIn(timezone)
  const instant = Date.parse(local)
  if (!clock || Number.isNaN(instant)) return undefined
  const ahead = (at: number) => Date.parse(`${clock(at)}Z`) - at
  const minutes = Math.round(ahead(instant - ahead(instant)) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return minutes === 0 ? 'Z' : `${minutes < 0 ? '-' : '+'}${two(String(hours))}:${two(String(rest))}`
}
