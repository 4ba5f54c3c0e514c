// Pelican and Nikola: configuration in Python, of which only literals are read, and heads without fences.
import { keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, foldersOf, type Generator, joined, type UnknownAddress } from './generator.ts'
import { filledPermalink } from './permalink.ts'
import { plainLatin } from './words.ts'

export const pelican: Generator = {
  name: 'pelican',
  title: 'Pelican',
  markers: ['pelicanconf.py'],
  // The configuration of what is published comes first: it has the address of the site, which is empty in the other.
  config: ['publishconf.py', 'pelicanconf.py'],
  content: (site) => [contentOf(site)],
  sections: (_site, sections) => sections.flatMap(({ name }) => (NO_ARTICLES.test(name) ? [] : name)),
  statics: ['content'],
  dialect: 'python',
  dates: () => ['date'],
  hasOpenHeads: true,
  categories: (path, own, _shared, site) => {
    const written = textsOf(own.at('category'))
    const [folder] = foldersOf(path.slice(contentOf(site).length + 1)).slice(-1)
    return written.length > 0 || folder === undefined ? written : [folder]
  },
  addresses: (post, site) => [pelicanAddress(post, site)],
}

/** Folders below `content/` without articles, as Pelican's quickstart and most themes lay them out. */
const NO_ARTICLES = /^(?:pages|images|extra|static|files|pdfs?)$/

function contentOf({ config }: SourceSite): string {
  return (textsOf(keyedConfig(config).at('PATH'))[0] ?? 'content').replace(/^(?:\.\/)+|\/+$/g, '')
}

/** https://docs.getpelican.com/en/latest/settings.html#url-settings */
function pelicanAddress(post: AddressFacts, { config }: SourceSite): string | UnknownAddress {
  const [own] = textsOf(post.data.at('url'))
  if (own !== undefined) return joined(own)
  const [pattern = '{slug}.html'] = textsOf(keyedConfig(config).at('ARTICLE_URL'))
  const isNamed = textsOf(keyedConfig(config).at('SLUGIFY_SOURCE'))[0] === 'basename'
  const named = slugOfName(post.stem, textsOf(keyedConfig(config).at('FILENAME_METADATA'))[0])
  const [slug = named ?? pelicanSlug(isNamed ? post.stem : post.title)] = textsOf(post.data.at('slug'))
  const marked = pattern.replace(/\{date:([^{}]*)\}/g, (_whole, form: string) =>
    form.replace(/%(.)/g, (whole, letter: string) => DATE_PARTS[letter] ?? whole),
  )
  const written = marked.replace(/\{(\w+)\}/g, ':$1')
  const category = pelicanSlug(post.categories[0] ?? 'misc')
  return filledPermalink(written, post, { slug, category, author: undefined })
}

/** The slug that the name of a file has, where the configuration has a pattern for it: all of the name, or what is behind its date. */
function slugOfName(stem: string, pattern = ''): string | undefined {
  if (!pattern.includes('(?P<slug>')) return undefined
  return pattern.includes('(?P<date>') ? stem.replace(/^\d{4}-\d{2}-\d{2}[-_]?/, '') : stem
}

/** The placeholders of filledPermalink by the letters that strftime(3) has for parts of a date. */
const DATE_PARTS: Record<string, string> = {
  ...{ Y: ':year', y: ':short_year', m: ':month', d: ':day', H: ':hour', M: ':minute', S: ':second' },
  ...{ B: ':long_month', b: ':short_month', A: ':long_day', a: ':short_day', j: ':y_day' },
}

/**
 * A name in an address, by SLUG_REGEX_SUBSTITUTIONS of https://docs.getpelican.com/en/latest/settings.html; `undefined` if Pelican
 * would write letters of another script in Latin ones, by a table of its own.
 */
function pelicanSlug(name: string): string | undefined {
  const words = plainLatin(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}_\s-]/gu, '')
  return /[^\0-\x7f]/.test(words) ? undefined : words.trim().replace(/[-\s]+/g, '-')
}

export const nikola: Generator = {
  name: 'nikola',
  title: 'Nikola',
  // Sphinx has a conf.py, too: recognise.ts looks for a sign in it.
  markers: [],
  config: ['conf.py'],
  content: () => ['posts'],
  posts: () => [/^posts$/],
  statics: ['files', ''],
  dialect: 'python',
  dates: () => ['date'],
  hasOpenHeads: true,
  // The two-file format of https://getnikola.com/handbook.html.
  headsBeside: '.meta',
  // The folders of posts, and what they are published as, are in a tuple of Python, which is not read.
  isAssumed: () => true,
  // If PRETTY_URLS is off, a post is a file; it is on unless the configuration says otherwise.
  addresses: ({ data, within, stem }, { config }) => {
    const [slug = stem] = textsOf(data.at('slug'))
    const isPretty = textsOf(keyedConfig(config).at('PRETTY_URLS'))[0] !== 'False'
    return [joined('posts', ...foldersOf(within), isPretty ? `${slug}/` : `${slug}.html`)]
  },
}
