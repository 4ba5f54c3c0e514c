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
  // What is published has the address of the site, which is empty in the other.
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

/** What is below `content/` and holds no articles, as Pelican's quickstart and most themes lay it out. */
const NO_ARTICLES = /^(?:pages|images|extra|static|files|pdfs?)$/

function contentOf({ config }: SourceSite): string {
  return textsOf(keyedConfig(config).at('PATH'))[0] ?? 'content'
}

/** https://docs.getpelican.com/en/latest/settings.html#url-settings */
function pelicanAddress(post: AddressFacts, { config }: SourceSite): string | UnknownAddress {
  const [own] = textsOf(post.data.at('url'))
  if (own !== undefined) return joined(own)
  const [pattern = '{slug}.html'] = textsOf(keyedConfig(config).at('ARTICLE_URL'))
  const [slug = pelicanSlug(post.title)] = textsOf(post.data.at('slug'))
  const marked = pattern.replace(/\{date:([^{}]*)\}/g, (_whole, form: string) =>
    form.replace(/%(.)/g, (whole, letter: string) => DATE_PARTS[letter] ?? whole),
  )
  const written = marked.replace(/\{(\w+)\}/g, ':$1')
  const category = pelicanSlug(post.categories[0] ?? 'misc')
  return filledPermalink(written, post, { slug, category, author: undefined })
}

/** As strftime(3) calls parts of a date, and filledPermalink does. */
const DATE_PARTS: Record<string, string> = {
  ...{ Y: ':year', y: ':short_year', m: ':month', d: ':day', H: ':hour', M: ':minute', S: ':second' },
  ...{ B: ':long_month', b: ':short_month', A: ':long_day', a: ':short_day', j: ':y_day' },
}

/** https://docs.getpelican.com/en/latest/settings.html, SLUG_REGEX_SUBSTITUTIONS */
function pelicanSlug(name: string): string {
  const words = plainLatin(name)
    .toLowerCase()
    .replace(/[^\p{L}\p{Nd}_\s-]/gu, '')
  return words.trim().replace(/[-\s]+/g, '-')
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
  // Without PRETTY_URLS, which is on unless it says otherwise, a post is a file.
  addresses: ({ data, within, stem }, { config }) => {
    const [slug = stem] = textsOf(data.at('slug'))
    const isPretty = textsOf(keyedConfig(config).at('PRETTY_URLS'))[0] !== 'False'
    return [joined('posts', ...foldersOf(within), isPretty ? `${slug}/` : `${slug}.html`)]
  },
}
