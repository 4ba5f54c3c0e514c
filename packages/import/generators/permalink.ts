// Fills in permalinks such as `/:year/:month/:title/`: Hugo, Jekyll and Hexo share their form.
import { slugify } from '../../../build/schema/slug.ts'
import { type AddressFacts, dateParts, joined } from './generator.ts'

/** `undefined` if the pattern contains a placeholder without a known value. */
export function filledPermalink(
  pattern: string,
  post: AddressFacts,
  special: Readonly<Record<string, string | undefined>> = {},
): string | undefined {
  const { year, month, day } = dateParts(post.date)
  const values: Record<string, string | undefined> = {
    year,
    month,
    day,
    short_year: year.slice(2),
    y_day: dayOfYear(post.date),
    i_month: month.replace(/^0/, ''),
    i_day: day.replace(/^0/, ''),
    monthname: MONTHS[Number(month) - 1] ?? '',
    title: urlized(post.title),
    slug: post.stem,
    filename: post.stem,
    name: post.stem,
    contentbasename: post.stem,
    slugorfilename: post.stem,
    slugorcontentbasename: post.stem,
    section: post.section.split('/')[0],
    sections: post.section,
    categories: post.categories.map(urlized).join('/'),
    category: post.categories.slice(0, 1).map(urlized).join(''),
    ...special,
  }
  let isKnown = true
  const filled = pattern.replace(/:(\w+)(?:\[[^\]]*\])?/g, (_whole, name: string) => {
    const key = name.toLowerCase()
    const value = Object.hasOwn(values, key) ? values[key] : undefined
    if (value === undefined) isKnown = false
    return value ?? ''
  })
  return isKnown ? joined(filled) : undefined
}

/** As most programs make part of an address from a title. */
export function urlized(text: string): string {
  return slugify(text)
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)

function dayOfYear(date: string | undefined): string {
  if (!date) return ''
  const instant = Date.parse(date.slice(0, 10))
  return String((instant - Date.UTC(Number(date.slice(0, 4)), 0, 0)) / 86_400_000).padStart(3, '0')
}
