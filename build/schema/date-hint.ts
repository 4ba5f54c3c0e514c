// Suggests a date in place of text that is none: the same day in our format, if the text says which one it is.

import { parseDate } from '../../snapshot/date.ts'
import { type Hint, write } from '../problems/suggest.ts'

/** A hint of one sentence or more. */
export function dateHint(text: string): Hint {
  const plain = text.trim().replace(/^["'“”„‟«»‘’‚‹›]+|["'“”„‟«»‘’‚‹›]+$/g, '')
  if (plain !== text.trim() && parseDate(plain) !== undefined) {
    const more = `, without ${/[“”„‟‘’‚]/.test(text) ? 'curly quotes' : 'quotes'}`
    return write(text, [plain], { isSure: true, more })
  }
  const { days, rest } = daysIn(plain)
  const time = timeIn(rest)
  if (time !== undefined) {
    const written = days.map((day) => `${day}${time.text}`).filter((date) => parseDate(date) !== undefined)
    if (written.length > 0 && time.isLocal)
      return `Write ${written.join(' or ')} and its offset from UTC, such as ${written[0]}+01:00.`
    if (written.length > 0) return write(text, written, { isSure: written.length === 1 })
    if (days.length === 1) return whyNot(days[0]!)
  }
  return 'Write the year, month and day as YYYY-MM-DD, or with a time as YYYY-MM-DDThh:mm:ssZ.'
}

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const NAMES = 'January February March April May June July August September October November December'.split(
  ' ',
)

/** The days that a text may mean, as `2026-05-31`, and what it says besides. Those that no calendar has are among them. */
function daysIn(text: string): { days: string[]; rest: string } {
  for (const form of FORMS) {
    const found = form.exec(text)
    if (!found) continue
    const { year = '', month = '', day = '' } = found.groups!
    const days = [iso(year, month, day), ...(form === EITHER ? [iso(year, day, month)] : [])]
    const valid = [...new Set(days)].filter((one) => parseDate(one) !== undefined)
    return { days: valid.length > 0 ? valid : days.slice(0, 1), rest: text.slice(found[0].length) }
  }
  return { days: [], rest: text }
}

const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?'
const MONTH = `(?<month>${MONTHS.join('|')})[a-z]*\\.?`
const DAY = '(?<day>\\d{1,2})'
const YEAR = '(?<year>\\d{4})(?!\\d)'

/** 3/4/2026 is in March or in April, depending on the reader. */
const EITHER = /^(?<month>\d{1,2})[/-](?<day>\d{1,2})[/-](?<year>\d{4})(?!\d)/

const FORMS = [
  /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<year>\d{4})\s?[年년]\s?(?<month>\d{1,2})\s?[月월]\s?(?<day>\d{1,2})\s?[日일]/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.\s?(?<year>\d{4})(?!\d)/,
  EITHER,
  RegExp(`^${WEEKDAY}${MONTH}\\s+${DAY}(?:st|nd|rd|th)?,?\\s+${YEAR}`, 'i'),
  RegExp(`^${WEEKDAY}${DAY}(?:st|nd|rd|th|\\.)?[\\s-]+(?:of\\s+)?${MONTH},?[\\s-]+${YEAR}`, 'i'),
]

/** @param month its number or the beginning of its name */
function iso(year: string, month: string, day: string): string {
  const name = MONTHS.indexOf(month.toLowerCase())
  const number = name === -1 ? month : String(name + 1)
  return `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const TIME =
  /^[\sT,]*(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap]\.?m\.?)?\s*(?:(?:z|utc|gmt)(?![+-])|(?:gmt|utc)?([+-]\d{2}):?(\d{2})?|([a-z]{2,5}))?(?:\s*\([^()]*\))?$/i

/** Reads the time that follows a day; `undefined` if something else follows it. */
function timeIn(rest: string): { text: string; isLocal: boolean } | undefined {
  if (rest.trim() === '') return { text: '', isLocal: false }
  const found = TIME.exec(rest.replace(/\s+$/, ''))
  if (!found) return undefined
  const [, hours = '', minutes = '', seconds = '00', half, east, more = '00', zone] = found
  const hour = half ? (Number(hours) % 12) + (/^p/i.test(half) ? 12 : 0) : Number(hours)
  const clock = `T${String(hour).padStart(2, '0')}:${minutes}:${seconds}`
  if (zone) return { text: clock, isLocal: true }
  return { text: clock + (east ? `${east}:${more}` : 'Z'), isLocal: false }
}

/** Says why a date of the right form is none. */
function whyNot(date: string): string {
  const [year = 0, month = 0] = date.split('-').map(Number)
  const name = NAMES[month - 1]
  if (name === undefined) return 'There are twelve months.'
  const days = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const day = Number(date.slice(8))
  return day < 1 || day > days
    ? `${name} ${year} has ${days} days.`
    : 'Hours go from 00 to 23, minutes and seconds from 00 to 59.'
}
