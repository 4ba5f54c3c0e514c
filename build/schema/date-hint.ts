// What to write instead of text that is not a date: the same day in our format, if the text says which one it is.
import { type Hint, write } from '../problems/suggest.ts'
import { parseDate } from './date.ts'

/** A hint of one sentence or more. */
export function dateHint(text: string): Hint {
  const plain = text.trim().replace(/^["'“”„‟«»‘’‚‹›]+|["'“”„‟«»‘’‚‹›]+$/g, '')
  if (plain !== text.trim() && parseDate(plain) !== undefined)
    return write(text, [plain], true, `, without ${/[“”„‟‘’‚]/.test(text) ? 'curly quotes' : 'quotes'}`)
  const { days, rest } = daysIn(plain)
  const time = timeIn(rest)
  if (time !== undefined) {
    const written = days.map((day) => `${day}${time.text}`).filter((date) => parseDate(date) !== undefined)
    if (written.length > 0 && time.isLocal)
      return `Write ${written.join(' or ')} and its offset from UTC, such as ${written[0]}+01:00.`
    if (written.length > 0) return write(text, written, written.length === 1)
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
  for (const [pattern, daysOf] of FORMS) {
    const found = pattern.exec(text)
    if (found)
      return { days: daysOf(found.slice(1) as [string, string, string]), rest: text.slice(found[0].length) }
  }
  return { days: [], rest: text }
}

const WEEKDAY = '(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\\.?,?\\s+)?'
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`

const FORMS: readonly [RegExp, (parts: [string, string, string]) => string[]][] = [
  [/^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/, ([year, month, day]) => [iso(year, month, day)]],
  [/^(\d{4})(\d{2})(\d{2})(?!\d)/, ([year, month, day]) => [iso(year, month, day)]],
  [
    /^(\d{4})\s?[年년]\s?(\d{1,2})\s?[月월]\s?(\d{1,2})\s?[日일]/,
    ([year, month, day]) => [iso(year, month, day)],
  ],
  [/^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})(?!\d)/, ([day, month, year]) => [iso(year, month, day)]],
  // 3/4/2026 is in March or in April, depending on the reader.
  [
    /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/,
    ([first, second, year]) => {
      const both = [iso(year, first, second), iso(year, second, first)]
      const valid = [...new Set(both)].filter((day) => parseDate(day) !== undefined)
      return valid.length > 0 ? valid : both.slice(0, 1)
    },
  ],
  [
    new RegExp(`^${WEEKDAY}${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(\\d{4})(?!\\d)`, 'i'),
    ([month, day, year]) => [iso(year, numberOf(month), day)],
  ],
  [
    new RegExp(
      `^${WEEKDAY}(\\d{1,2})(?:st|nd|rd|th|\\.)?[\\s-]+(?:of\\s+)?${MONTH},?[\\s-]+(\\d{4})(?!\\d)`,
      'i',
    ),
    ([day, month, year]) => [iso(year, numberOf(month), day)],
  ],
]

function iso(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function numberOf(month: string): string {
  return String(MONTHS.indexOf(month.toLowerCase()) + 1)
}

const TIME =
  /^[\sT,]*(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:[.,]\d+)?\s*([ap]\.?m\.?)?\s*(?:(?:z|utc|gmt)(?![+-])|(?:gmt|utc)?([+-]\d{2}):?(\d{2})?|([a-z]{2,5}))?(?:\s*\([^()]*\))?$/i

/** How the time that follows a day is written; `undefined` if something else follows it. */
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

/** Why a date of the right form is none. */
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
