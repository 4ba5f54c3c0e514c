// Eleventy: markdown anywhere below its input folder, with Nunjucks or Liquid in it.
import { textsOf } from '../frontmatter/keyed.ts'
import { eleventyData } from './eleventy-data.ts'
import { type AddressFacts, dateParts, type Generator, joined } from './generator.ts'
import { urlized } from './permalink.ts'

export const eleventy: Generator = {
  name: 'eleventy',
  title: 'Eleventy',
  markers: ['.eleventy.js', ...['js', 'mjs', 'cjs', 'ts'].map((end) => `eleventy.config.${end}`)],
  package: '@11ty/eleventy',
  config: ['.eleventy.js', ...['js', 'mjs', 'cjs', 'ts'].map((end) => `eleventy.config.${end}`)],
  content: ({ config }) => {
    const dir = config.dir
    const input = typeof dir === 'object' && !Array.isArray(dir) ? textsOf(dir.input)[0] : undefined
    return [input?.replace(/^\.\/?|\/$/g, '') || 'src', '']
  },
  statics: ['public', 'static', 'src/public', 'src/static', 'src', ''],
  dialect: 'nunjucks',
  inherited: eleventyData,
  addresses: (post) => [address(post), ...textsOf(post.data.at('redirect_from')).map((old) => joined(old))],
}

function address(post: AddressFacts): string {
  const { permalink, section, within } = post
  const [pattern] = textsOf(permalink)
  const filled = pattern?.replace(
    /\{\{([^{}]*)\}\}/g,
    (whole, inside: string) => valueIn(inside, post) ?? whole,
  )
  if (filled && !/[{}]/.test(filled)) return joined(filled.replace(/index\.html$/, ''))
  const parts = within.replace(/\.[^./]+$/, '').split('/')
  // A page has the address of its folder if it is called like it.
  const name = parts.pop()!
  const folders = joined(section, ...parts).split('/')
  return joined(...folders, name === 'index' || name === folders.at(-1) ? '' : name, '/')
}

/** What an expression in a permalink stands for, such as `page.date | date: "%Y"`. */
function valueIn(
  inside: string,
  { data, stem, title, date, section, within }: AddressFacts,
): string | undefined {
  const [subject, ...filters] = inside
    .replace(/^-|-$/g, '')
    .split('|')
    .map((part) => part.trim())
  if (subject === 'page.fileSlug') return stem
  if (subject === 'page.filePathStem') return joined(section, ...within.split('/').slice(0, -1), stem)
  if (subject === 'slug') return textsOf(data.at('slug'))[0] ?? stem
  if (subject === 'title') return filters.length > 0 ? urlized(title) || stem : undefined
  const [, format] = /["']([^"']*)["']/.exec(filters[0] ?? '') ?? []
  if (!/^(?:page\.)?date$/.test(subject!) || !date || format === undefined) return undefined
  return dated(format, date)
}

/** `%Y/%m` of Liquid, `yyyy/MM` of what Nunjucks mostly has; `undefined` for other letters. */
function dated(format: string, date: string): string | undefined {
  const { year, month, day } = dateParts(date)
  const [m, d] = [month, day].map((part) => part.replace(/^0/, ''))
  const values: Record<string, string> = format.includes('%')
    ? { '%Y': year, '%m': month, '%d': day, '%-m': m!, '%-d': d!, '%F': `${year}-${month}-${day}` }
    : { yyyy: year, YYYY: year, MM: month, LL: month, dd: day, DD: day, M: m!, L: m!, d: d!, D: d! }
  let isKnown = true
  const filled = format.replace(/%-?[A-Za-z]|([A-Za-z])\1*/g, (token) => {
    if (!Object.hasOwn(values, token)) isKnown = false
    return values[token] ?? ''
  })
  return isKnown ? filled : undefined
}
