// Eleventy: markdown anywhere below its input folder, with Nunjucks or Liquid in it.
import { clocksAt } from '../frontmatter/dates.ts'
import { textsOf } from '../frontmatter/keyed.ts'
import type { SourceSite } from '../source.ts'
import { REFERENCE_PLACES } from '../text/references.ts'
import { eleventyData } from './eleventy-data.ts'
import {
  type AddressFacts,
  configsOf,
  contentRoots,
  type Generator,
  joined,
  SITE_DATES,
  type UnknownAddress,
} from './generator.ts'
import { hyphenated } from './words.ts'

const CONFIGS = ['.eleventy.js', ...configsOf('eleventy.config')]

export const eleventy: Generator = {
  name: 'eleventy',
  title: 'Eleventy',
  markers: CONFIGS,
  package: '@11ty/eleventy',
  config: CONFIGS,
  content: ({ config }) => {
    const dir = config.dir
    const input = typeof dir === 'object' && !Array.isArray(dir) ? textsOf(dir.input)[0] : undefined
    return [input?.replace(/^\.\/?|\/$/g, '') || 'src', '']
  },
  statics: ['public', 'static', 'src/public', 'src/static', 'src', ''],
  dialect: 'nunjucks',
  dates: () => SITE_DATES,
  based: ({ tree }) =>
    CONFIGS.some((name) => /HtmlBasePlugin/.test(tree.configText(name) ?? '')) ? REFERENCE_PLACES : [],
  inherited: eleventyData,
  page: (path, site) => {
    const [folder = ''] = contentRoots(eleventy, site)
    const isSet =
      site.config.dir !== undefined || site.tree.files.some((one) => one.path.startsWith(`${folder}/`))
    if (!isSet || path.startsWith(`${folder}/`))
      return { collection: 'pages', base: '', folder: isSet ? folder : '' }
    return undefined
  },
  clocks: clocksAt,
  addresses: (post, site) => [
    address(post, belowInput(post.path, site)),
    ...textsOf(post.data.at('redirect_from')).map((old) => joined(old)),
  ],
}

/** A path as addresses have it, whatever its folders mean. */
function belowInput(path: string, site: SourceSite): string {
  const root = contentRoots(eleventy, site).find((one) => one !== '' && path.startsWith(`${one}/`))
  return (root === undefined ? path : path.slice(root.length + 1)).replace(/\.[^./]+$/, '')
}

/** @param below its path below the input folder, without an ending */
function address(post: AddressFacts, below: string): string | UnknownAddress {
  const { permalink } = post
  const [pattern] = textsOf(permalink)
  if (pattern !== undefined && pattern.length > MAX_PERMALINK) return { permalink: pattern }
  if (pattern !== undefined) {
    const filled = pattern.replace(
      /\{\{-?([^{}]*?)-?\}\}/g,
      (whole, inside: string) => valueIn(inside, post, below) ?? whole,
    )
    return /[{}]/.test(filled) ? { permalink: pattern } : joined(filled.replace(/index\.html$/, ''))
  }
  // A page has the address of its folder if it is called like it.
  const folders = joined(below).split('/')
  const name = folders.pop()!
  return joined(...folders, name === 'index' || name === folders.at(-1) ? '' : name, '/')
}

/** The longest permalink, in characters. A longer one is a program. */
const MAX_PERMALINK = 1_000

/** Evaluates an expression in a permalink, such as `page.date | date: "%Y"`; a filter of the site's own may do anything. */
function valueIn(inside: string, { data, stem, date }: AddressFacts, below: string): string | undefined {
  const [subject = '', ...filters] = inside.split('|').map((part) => part.trim())
  if (/^(?:page\.)?date$/.test(subject)) {
    const [, format] = /^[\w.]*(?:date|time|format)\w*\W*["']([^"']*)["']\W*$/i.exec(filters.join('|')) ?? []
    return date && format && dated(format, date)
  }
  const path = joined(below).replace(/(?<=\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, '')
  // `2015-03-31-index.md` has the name of its folder, too.
  const folder = path
    .split('/')
    .at(-2)!
    .replace(/^\d{4}-\d{2}-\d{2}-/, '')
  const value: Record<string, string | undefined> = {
    'page.fileSlug': stem === 'index' ? folder : stem,
    'page.filePathStem': path,
    slug: textsOf(data.at('slug'))[0] ?? stem,
  }
  const own = Object.hasOwn(value, subject) ? value[subject] : textsOf(data.at(subject))[0]
  return filters.reduce((text, filter) => (text === undefined ? undefined : FILTERS.get(filter)?.(text)), own)
}

const lowered = (text: string) => text.toLowerCase().replaceAll('&', ' and ')

/** Eleventy's own, of texts for which all of its versions give the same. */
const FILTERS = new Map<string, (text: string) => string | undefined>([
  ['safe', (text) => text],
  ['trim', (text) => text.trim()],
  ['strip', (text) => text.trim()],
  ['lower', (text) => text.toLowerCase()],
  ['downcase', (text) => text.toLowerCase()],
  ['slug', (text) => (/^[\w &-]*$/.test(text) ? hyphenated(lowered(text), /[^a-z\d_]+/g) : undefined)],
  ['slugify', (text) => (/^[ -&(-~]*$/.test(text) ? hyphenated(lowered(text), /[^a-z\d]+/g) : undefined)],
])

/** `%Y/%m` of Liquid, `yyyy/MM` of what Nunjucks mostly has; `undefined` for other letters. */
function dated(format: string, date: string): string | undefined {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-')
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
