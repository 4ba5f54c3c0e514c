// Hugo: sections below content/, shortcodes, permalinks by section.
import { basename, dirname } from 'node:path/posix'
import { flagOf, KeyedData, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import { globSource } from '../globs.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, contentRoots, type Generator, joined } from './generator.ts'
import { filledPermalink } from './permalink.ts'

const NAMES = ['hugo', 'config'].flatMap((name) =>
  ['toml', 'yaml', 'yml', 'json'].map((end) => `${name}.${end}`),
)

export const hugo: Generator = {
  name: 'hugo',
  title: 'Hugo',
  markers: [
    ...NAMES.slice(0, 4),
    ...NAMES.map((name) => `config/_default/${name}`),
    'archetypes',
    'archetypes/default.md',
  ],
  config: ['config/production/', '', 'config/_default/'].flatMap((folder) =>
    NAMES.map((name) => folder + name),
  ),
  content: ({ config }) => {
    const keyed = new KeyedData(config)
    const languages = keyed.at('languages')
    const own = isData(languages)
      ? Object.values(languages).flatMap((one) =>
          isData(one) ? textsOf(new KeyedData(one).at('contentDir')) : [],
        )
      : []
    return [...own, ...textsOf(keyed.at('contentDir')), 'content']
  },
  statics: ['static', 'assets', 'public'],
  dialect: 'hugo',
  hides: (path, below, site) => {
    const code = languageOf(path, site)
    const off = new KeyedData(site.config)
    const isOff = textsOf(off.at('disableLanguages')).includes(code)
    if (isOff || flagOf(off.at(`languages.${code}.disabled`))) return `the language ${code} is disabled`
    // Beside its index.md, the other texts of a bundle are files of that page.
    const isInBundle = below.includes('/') && !/^index\./.test(basename(path))
    return isInBundle && site.tree.at(`${dirname(path)}/index.md`)
      ? 'a file of the bundle of a page'
      : undefined
  },
  inherited: (site) => {
    const roots = contentRoots(hugo, site)
    return (path, _own, above) => {
      const root = roots.find((one) => path.startsWith(`${one}/`)) ?? ''
      const page = path.slice(root.length).replace(/(?:\/index)?(?:\.[a-z-]{2,10})?\.\w+$/, '')
      return [...above, new KeyedData(site.config)]
        .flatMap((data) => data.at('cascade'))
        .flatMap((one) => (isData(one) ? new KeyedData(one) : []))
        .filter((one) => isFor({ path: page, lang: languageOf(path, site) }, one))
    }
  },
  sections: ({ config }, sections) => {
    const keyed = new KeyedData(config)
    const main = textsOf(keyed.at('mainSections')).concat(textsOf(keyed.at('params.mainSections')))
    return sections.map(({ name }) => name).filter((name) => main.includes(name))
  },
  addresses: (post, site) => [withBase(address(post, site), post, site), ...oldAddresses(post)],
}

/** Whether an entry of `cascade` is for a page of the public site. */
function isFor(page: { path: string; lang: string }, entry: KeyedData): boolean {
  const is = { ...page, kind: 'page', environment: 'production' }
  return Object.entries(is).every(([key, value]) =>
    textsOf(entry.at(`target.${key}`)).every((glob) => new RegExp(`^${globSource(glob)}$`, 'i').test(value)),
  )
}

/** By the ending of a name, or a folder, if the site has such a language. */
function languageOf(path: string, { config }: SourceSite): string {
  const keyed = new KeyedData(config)
  const languages = keyed.at('languages')
  const known = isData(languages) ? Object.keys(languages) : []
  const [, suffix = ''] = /\.([\w-]+)\.\w+$/.exec(path) ?? []
  const named = [suffix, ...path.split('/')].find((part) => known.includes(part))
  return named ?? textsOf(keyed.at('defaultContentLanguage'))[0] ?? 'en'
}

function address(post: AddressFacts, { config }: SourceSite): string {
  const url = post.data.at('url')
  if (typeof url === 'string' && url !== '') return url.startsWith('/') ? url : joined(url)
  const slug = post.data.at('slug')
  const name = typeof slug === 'string' && slug !== '' ? slug : post.stem
  const [section = ''] = post.section.split('/')
  const keyed = new KeyedData(config)
  const pattern = keyed.at(`permalinks.page.${section}`) ?? keyed.at(`permalinks.${section}`)
  const filled =
    typeof pattern === 'string'
      ? filledPermalink(pattern, post, {
          title: urlized(post.title),
          slug: typeof slug === 'string' ? slug : urlized(post.title),
          slugorfilename: name,
          slugorcontentbasename: name,
        })
      : undefined
  const folders = post.within.split('/').slice(0, /(^|\/)index\.[^/]+$/.test(post.within) ? -2 : -1)
  const path = filled ?? joined(post.section, ...folders, name)
  const keeps = keyed.at('disablePathToLower') === 'true'
  const lower = keeps ? path : path.toLowerCase()
  const ugly = keyed.at('uglyURLs')
  const isUgly = ugly === 'true' || (isData(ugly) && ugly[section] === 'true')
  return sanitised(lower)
    .replaceAll('#', '%23')
    .replace(/\/?$/, isUgly ? '.html' : '/')
}

function withBase(path: string, { language }: AddressFacts, { config }: SourceSite): string {
  const keyed = new KeyedData(config)
  const standard = keyed.at('defaultContentLanguage') ?? 'en'
  const isBelow = keyed.at('defaultContentLanguageInSubdir') === 'true'
  const folder = language && (language !== standard || isBelow) ? language : ''
  return joined(folder, path)
}

function oldAddresses({ data, section }: AddressFacts): string[] {
  return textsOf(data.at('aliases')).map((alias) => (alias.startsWith('/') ? alias : joined(section, alias)))
}

function urlized(title: string): string {
  return sanitised(title.toLowerCase())
}

/** Hugo's `Sanitize`: of other signs it keeps a few, and spaces become one hyphen. They become one space first: else each of many would be tried. */
function sanitised(path: string): string {
  return path
    .replace(/%(?![\da-f]{2})|[^\p{L}\p{M}\p{Nd}\s./\\_#+~@%-]/giu, '')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?(-+) ?/g, '$1')
    .replaceAll(' ', '-')
}
