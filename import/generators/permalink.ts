// Fills in permalinks such as `/:year/:month/:title/`: Hugo, Jekyll and Hexo share their form.
import { slugify } from '../../build/for-import.ts'
import { type AddressFacts, joined, type UnknownAddress } from './generator.ts'

type Placeholders = Readonly<Record<string, string | undefined>>

/**
 * Fills in a pattern; the result is unknown if a placeholder is.
 * @param special what placeholders stand for in this program
 * @param valueAt what any other name stands for
 */
export function filledPermalink(
  pattern: string,
  post: AddressFacts,
  special: Placeholders,
  valueAt: (name: string) => string | undefined = () => undefined,
): string | UnknownAddress {
  const values: Placeholders = {
    ...clock(post.date),
    title: slugify(post.title),
    slug: post.stem,
    filename: post.stem,
    name: post.stem,
    categories: post.categories.map((one) => slugify(one)).join('/'),
    category: post.categories
      .slice(0, 1)
      .map((one) => slugify(one))
      .join(''),
    ...special,
  }
  let isKnown = true
  const filled = pattern.replace(/:(\w+)(?:\[([^\]]*)\])?/g, (_whole, name: string, parts?: string) => {
    const key = name.toLowerCase()
    const value = Object.hasOwn(values, key) ? values[key] : valueAt(name)
    if (value === undefined) isKnown = false
    return partsOf(value ?? '', parts)
  })
  return isKnown ? joined(filled) : { permalink: pattern }
}

/** Returns parts of a path: of `a/b/c`, `1:` is `b/c`, and `last` is `c`, which Hugo gives of more than one. */
function partsOf(path: string, wanted: string | undefined): string {
  if (wanted === undefined) return path
  const parts = path.split('/')
  if (wanted === 'last' && parts.length === 1) return ''
  const [from = '', to = from] = wanted.split(':')
  const at = (written: string, otherwise: number) =>
    written === 'last' ? parts.length - 1 : written === '' ? otherwise : Number(written)
  return parts.slice(at(from, 0), wanted.includes(':') ? at(to, parts.length) : at(from, 0) + 1).join('/')
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const DAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')
const DAY = 86_400_000

/** The parts of a date by the names that permalinks have for them, in English. */
function clock(date: string | undefined): Placeholders {
  const at = new Date(`${date?.slice(0, 10)}T${date?.slice(11, 19) || '00:00:00'}Z`)
  if (Number.isNaN(at.getTime())) return {}
  const [year, month, day, hour, minute, second] = at.toISOString().match(/\d+/g)! as string[]
  const [longMonth, longDay] = [MONTHS[at.getUTCMonth()]!, DAYS[at.getUTCDay()]!]
  const ofYear = (of: Date) => Math.floor((of.getTime() - Date.UTC(of.getUTCFullYear(), 0, 0)) / DAY)
  // A week is of the year that its Thursday is in.
  const weekday = at.getUTCDay() || 7
  const thursday = new Date(at.getTime() + (4 - weekday) * DAY)
  return {
    ...{ year, month, day, hour, minute, second },
    // Go writes the parts of a date by those of an example.
    ...{ 2006: year, '01': month, '02': day, 15: hour, '04': minute, '05': second, '06': year!.slice(2) },
    ...{ january: longMonth, jan: longMonth.slice(0, 3), monday: longDay, mon: longDay.slice(0, 3) },
    short_year: year!.slice(2),
    i_month: String(Number(month)),
    i_day: String(Number(day)),
    monthname: longMonth,
    long_month: longMonth,
    short_month: longMonth.slice(0, 3),
    weekdayname: longDay,
    long_day: longDay,
    short_day: longDay.slice(0, 3),
    weekday: String(at.getUTCDay()),
    w_day: String(weekday),
    week: String(Math.ceil(ofYear(thursday) / 7)).padStart(2, '0'),
    w_year: String(thursday.getUTCFullYear()),
    yearday: String(ofYear(at)),
    y_day: String(ofYear(at)).padStart(3, '0'),
  }
}
