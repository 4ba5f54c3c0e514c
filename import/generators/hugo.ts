// Hugo: sections below content/, shortcodes, permalinks by section.
import { basename, dirname, join } from 'node:path/posix'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { flagOf, KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import { IN_NAME } from '../frontmatter/meta.ts'
import { globSource } from '../globs.ts'
import type { SourceSite } from '../source.ts'
import { REFERENCE_PLACES } from '../text/references.ts'
import { type AddressFacts, contentRoots, type Generator, joined, type UnknownAddress } from './generator.ts'
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
  content: ({ config }) => foldersIn(config).map(({ root }) => root),
  hasContents: true,
  statics: ['static', 'assets', 'public'],
  dialect: 'hugo',
  dates: ({ config }) => {
    const standard = ['date', 'publishDate', 'pubDate', 'published']
    const own = textsOf(keyedConfig(config).at('frontmatter.date'))
    const keys = own.flatMap((key) => (key === ':default' ? standard : key))
    return own.length > 0 ? keys.filter((key) => key === IN_NAME || !key.startsWith(':')) : standard
  },
  based: ({ config }) => (flagOf(keyedConfig(config).at('canonifyURLs')) ? REFERENCE_PLACES : []),
  hides: (path, below, site) => {
    const [keyed, code] = [keyedConfig(site.config), languageOf(path, site)]
    const isOff = textsOf(keyed.at('disableLanguages')).includes(code)
    if (isOff || flagOf(keyed.at(`languages.${code}.disabled`))) return `the language ${code} is disabled`
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
      return [...above, keyedConfig(site.config)]
        .flatMap((data) => data.at('cascade'))
        .flatMap((one) => (isData(one) ? new KeyedData(one) : []))
        .filter((one) => isFor({ path: page, lang: languageOf(path, site) }, one))
    }
  },
  sections: ({ config }, sections) => {
    const keyed = keyedConfig(config)
    const main = textsOf(keyed.at('mainSections')).concat(textsOf(keyed.at('params.mainSections')))
    return sections.map(({ name }) => name).filter((name) => main.includes(name))
  },
  language: (path, site) => placeOf(path, site).language,
  page: (path, site) => {
    const folder = contentRoots(hugo, site).find((one) => path.startsWith(`${one}/`))
    const base = joined(placeOf(path, site).prefix).replace(/\/$/, '')
    return folder === undefined ? undefined : { collection: 'pages', base, folder }
  },
  addresses: (post, site) => {
    const own = address(post, site)
    // Aliases without a slash in front are beside the page.
    const folder = typeof own === 'string' ? dirname(own) : `/${post.section}`
    const old = textsOf(post.data.at('aliases'))
    return [own, ...old.map((alias) => (alias.startsWith('/') ? alias : join(folder, alias)))]
  },
}

/** Tells whether an entry of `cascade` is for a page of the public site. */
function isFor(page: { path: string; lang: string }, entry: KeyedData): boolean {
  const is = { ...page, kind: 'page', environment: 'production' }
  return Object.entries(is).every(([key, value]) =>
    textsOf(entry.at(`target.${key}`)).every((glob) => new RegExp(`^${globSource(glob)}$`, 'i').test(value)),
  )
}

function languageOf(path: string, site: SourceSite): string {
  return placeOf(path, site).language ?? standardLanguage(site)
}

function standardLanguage({ config }: SourceSite): string {
  return textsOf(keyedConfig(config).at('defaultContentLanguage'))[0] ?? 'en'
}

function languagesIn(config: SourceSite['config']): string[] {
  const languages = keyedConfig(config).at('languages')
  return isData(languages) ? Object.keys(languages) : []
}

/** Returns the folders of content: first those of languages, then that of all. */
function foldersIn(config: SourceSite['config']): { root: string; code: string | undefined }[] {
  const keyed = keyedConfig(config)
  const foldersAt = (path: string) => textsOf(keyed.at(`${path}contentDir`))
  const own = languagesIn(config).flatMap((code) =>
    foldersAt(`languages.${code}.`).map((root) => ({ root, code })),
  )
  return [...own, ...[...foldersAt(''), 'content'].map((root) => ({ root, code: undefined }))]
}

interface PagePlace {
  /** The names of folders and the page itself, as its address has them. */
  parts: string[]
  sections: string[]
  /** The beginning of its address. */
  prefix: string
  /** The language of its folder of content, or of its name. */
  language: string | undefined
}

/** Finds where a page is, which is not what its folders are called: a language is told by the configuration only. */
function placeOf(path: string, site: SourceSite): PagePlace {
  const { config, tree } = site
  const keyed = keyedConfig(config)
  const codes = languagesIn(config)
  const standard = standardLanguage(site)
  const roots = foldersIn(config).map(({ root, code }) => ({ root: root.replace(/^\.?\/|\/$/g, ''), code }))
  const { root = '', code } =
    roots
      .filter(({ root }) => path.startsWith(`${root}/`))
      .sort((a, b) => b.root.length - a.root.length)[0] ?? {}
  const folders = dirname(path)
    .slice(root.length)
    .split('/')
    .filter((one) => /[^.]/.test(one))
  const [, name = '', ending] = /^(.*?)(?:\.([^.]+))?\.[^.]+$/.exec(basename(path)) ?? []
  const suffix = codes.find((one) => one.toLowerCase() === ending?.toLowerCase())
  const file = suffix === undefined && ending !== undefined ? `${name}.${ending}` : name
  // A folder is a section if it is the first, or has a page of its own.
  const sections = folders.filter((_, index) => {
    const folder = join(root, ...folders.slice(0, index + 1))
    return index === 0 || SECTION_PAGES.some((name) => tree.at(`${folder}/${name}`))
  })
  const isFolder = /^_?index$/.test(file)
  if (isFolder && sections.at(-1) === folders.at(-1)) sections.pop()
  const language = suffix ?? code
  const isBelow = (language ?? standard) !== standard || keyed.at('defaultContentLanguageInSubdir') === 'true'
  return {
    parts: isFolder ? folders : [...folders, file],
    sections,
    prefix: codes.length > 1 && isBelow ? (language ?? standard) : '',
    language,
  }
}

/** Tells whether a file is the page of its section. */
function isSection(path: string): boolean {
  return basename(path).startsWith('_index.')
}

const SECTION_PAGES = ['_index.md', '_index.markdown', '_index.html']

function address(post: AddressFacts, site: SourceSite): string | UnknownAddress {
  const { data } = post
  const keyed = keyedConfig(site.config)
  const { parts, sections, prefix } = placeOf(post.path, site)
  const [section = ''] = sections
  const [slug] = textsOf(data.at('slug'))
  const file = parts.at(-1) ?? ''
  // If the date is in the name of the file, the slug is the rest of it.
  const isDated = textsOf(keyed.at('frontmatter.date')).includes(IN_NAME)
  const name = slug ?? (isDated ? file.replace(/^\d{4}-\d{2}-\d{2}[-_.](?=.)/, '') : file)
  const special = {
    title: urlized(post.title),
    slug: urlized(slug ?? (name === file ? post.title : name)),
    filename: urlized(file),
    contentbasename: urlized(file),
    slugorfilename: urlized(name),
    slugorcontentbasename: urlized(name),
    section,
    sections: sections.join('/'),
  }
  const [url] = textsOf(data.at('url'))
  if (url !== undefined) {
    const filled = filledPermalink(url, post, special)
    return joined(url.startsWith('/') ? '' : prefix, typeof filled === 'string' ? filled : url)
  }
  const keys = isSection(post.path) ? [] : [`permalinks.page.${section}`, `permalinks.${section}`]
  const [pattern] = keys.flatMap((key) => textsOf(keyed.at(key)))
  const filled =
    pattern === undefined ? joined(...parts.slice(0, -1), name) : filledPermalink(pattern, post, special)
  if (typeof filled !== 'string') return filled
  const isOn = (key: string) => keyed.at(key) === 'true'
  const cased = isOn('disablePathToLower') ? filled : filled.toLowerCase()
  const plain = isOn('removePathAccents') ? normalise(normalise(cased, 'NFD').replace(/\p{Mn}/gu, '')) : cased
  const isUgly = !isSection(post.path) && (isOn('uglyURLs') || isOn(`uglyURLs.${section}`))
  const ending = isUgly ? '.html' : '/'
  return joined(prefix, sanitised(plain).replaceAll('#', '%23').replace(/\/?$/, ending))
}

/** Makes of a title what stands for a placeholder: a plus is a space there, and one at the end a hyphen. */
function urlized(title: string): string {
  const ending = title.endsWith('+') ? '-' : ''
  return sanitised(title.toLowerCase().replaceAll('+', ' ')) + ending
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
