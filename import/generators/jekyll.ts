// Jekyll: _posts anywhere, Liquid, permalinks with styles of their own.
import { basename, dirname } from 'node:path/posix'
import { clocksAt } from '../frontmatter/dates.ts'
import { flagOf, KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, type Generator, joined, type UnknownAddress } from './generator.ts'
import { filledPermalink } from './permalink.ts'
import { hyphenated } from './words.ts'

const STYLES: Record<string, string> = {
  date: '/:categories/:year/:month/:day/:title:output_ext',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title:output_ext',
  weekdate: '/:categories/:year/W:week/:short_day/:title:output_ext',
  none: '/:categories/:title:output_ext',
}

export const jekyll: Generator = {
  name: 'jekyll',
  title: 'Jekyll',
  markers: ['_posts', '_layouts', '_includes', '_drafts', '_sass'],
  config: ['_config.yml', '_config.yaml', '_config.toml'],
  content: ({ config }) => rootsOf(config).slice(0, 1),
  posts: ({ config }) => {
    const root = rootsOf(config)[1]!
      .replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      .replace(/(?<=.)$/, '/')
    return [new RegExp(`^${root}(?:.+/)?_(?:posts|drafts)$`)]
  },
  statics: ['', 'assets'],
  // This is a setting of Octopress.
  codeFolders: ({ config }) => {
    const [folder = 'downloads/code'] = textsOf(config.code_dir)
    return rootsOf(config).map((root) => joined(root, folder).slice(1))
  },
  dialect: 'liquid',
  dates: () => ['date'],
  inherited: ({ config }) => {
    const scopes = scopesIn(config)
    // A collection without output is data for other pages.
    const written = keyedConfig(config).at('collections.posts.output')
    const collection = flagOf(written) === false ? [new KeyedData({ render: 'false' })] : []
    return (path) => {
      const within = belowRoot(path, config)
      const own = collectionOf(path, config) ?? 'pages'
      const isFor = ({ folder, type }: Scope) => within.startsWith(folder) && (type ?? own) === own
      const scoped = scopes.filter(isFor).map(({ values }) => values)
      return own === 'posts' ? [...scoped, ...collection] : scoped
    }
  },
  categories: categoriesOf,
  clocks: clocksAt,
  hasUtcTimes: true,
  page: (path, { config, tree }) => {
    // A file without front matter is published as it is.
    if (!tree.textOf(path)?.startsWith('---')) return undefined
    const [root = '', ofCollections = ''] = rootsOf(config)
    const name = collectionOf(path, config)
    if (name === undefined) return { collection: 'pages', base: '', folder: root }
    const keyed = keyedConfig(config)
    if (!flagOf(keyed.at(`collections.${name}.output`))) return undefined
    const [pattern = `/${name}/`] = textsOf(keyed.at(`collections.${name}.permalink`))
    const isBelow = pattern.replaceAll(':collection', name).startsWith(`/${name}/`)
    const base = isBelow ? `/${name}` : ''
    return { collection: name, base, folder: joined(ofCollections, `_${name}`).slice(1) }
  },
  pageAddress: (path, { config, tree }) => {
    const isThere = rootsOf(config).some((root) => tree.at(joined(root, path).slice(1)))
    return isThere ? joined(path.replace(/index\.html$/, '')) : undefined
  },
  addresses: (post, site) => {
    // A post without a date was never published.
    const path = post.date === undefined && !post.entryOf ? [] : [address(post, site)]
    return [...path, ...textsOf(post.data.at('redirect_from')).map((old) => joined(old))]
  },
}

/** Folders that all paths are relative to: that of the site's files, and that of collections. */
function rootsOf(config: SourceSite['config']): string[] {
  const [source, collections] = [config.source, config.collections_dir].map((value) =>
    (textsOf(value)[0] ?? '').replace(/^\.?\/*|\/*$/g, ''),
  )
  return [source!, joined(source, collections).slice(1)]
}

/** A path relative to the site's files, or to its collections. */
function belowRoot(path: string, config: SourceSite['config']): string {
  const [root = ''] = rootsOf(config)
    .filter((one) => one !== '' && `${path}/`.startsWith(`${one}/`))
    .reverse()
  return root === '' ? path : path.slice(root.length + 1)
}

/** Returns the categories of folders above _posts/, of the site, and of the post itself, in this order. */
function categoriesOf(path: string, own: KeyedData, shared: readonly KeyedData[], { config }: SourceSite) {
  const [, folders = ''] = /^(.*)\/_(?:posts|drafts)\//.exec(belowRoot(path, config)) ?? []
  const many = [shared.find((one) => one.at('categories') !== undefined), own].flatMap((data) => {
    const value = data?.at('categories')
    return typeof value === 'string' ? value.split(/\s+/).filter(Boolean) : textsOf(value)
  })
  const single = [own, ...shared]
    .map((data) => textsOf(data.at('category')))
    .find((names) => names.length > 0)
  return [...new Set([...folders.split('/').filter(Boolean), ...many, ...(single ?? [])])]
}

/** The collection of a file: `posts`, another one of the configuration, or `undefined` for a page. */
function collectionOf(path: string, config: SourceSite['config']): string | undefined {
  const within = belowRoot(path, config)
  if (/(?:^|\/)_(?:posts|drafts)\//.test(within)) return 'posts'
  const [, name] = /^_([^/]+)\//.exec(within) ?? []
  return name
}

function address(post: AddressFacts, { config }: SourceSite): string | UnknownAddress {
  const keyed = keyedConfig(config)
  const collection = post.entryOf ? collectionOf(post.path, config) : 'posts'
  const style = [keyed.at('permalink'), 'date'].find((one) => typeof one === 'string')!
  const ofSite = Object.hasOwn(STYLES, style) ? STYLES[style]! : style
  // Pages end as posts do.
  const [ending = ''] = /\/$|:output_ext$/.exec(ofSite) ?? []
  const isIndex = /(?:^|\/)index\.[^/]+$/.test(post.within)
  const standard =
    collection === undefined
      ? isIndex
        ? '/:path/'
        : `/:path/:basename${ending}`
      : collection === 'posts'
        ? ofSite
        : `/:collection/:path${ending}`
  const patterns = [post.permalink, keyed.at(`collections.${collection}.permalink`), standard]
  const pattern = patterns.find((one) => typeof one === 'string')!
  const slug = post.data.at('slug')
  const name = typeof slug === 'string' ? slug : post.stem
  const file = basename(post.within).replace(/\.[^.]+$/, '')
  const folder = dirname(post.within).replace(/^\.$/, '')
  const categories = (names: readonly string[]) => [...new Set(names)].join('/')
  return filledPermalink(pattern, post, {
    title: hyphenated(name, NOT_IN_TITLE),
    slug: slugOf(name),
    name: slugOf(file),
    basename: file,
    collection,
    categories: categories(post.categories.map((one) => one.toLowerCase().replaceAll(' ', '%20'))),
    slugified_categories: categories(post.categories.map(slugOf)),
    output_ext: '.html',
    path: collection === undefined ? folder : post.within.replace(/\.[^.]+$/, ''),
  })
}

/** The signs that Jekyll's `slugify` replaces in the name of a file, or in `slug`: `:title` is of its mode "pretty". */
const NOT_IN_TITLE = /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu
const NOT_IN_SLUG = /[^\p{M}\p{L}\p{Nd}]+/gu

function slugOf(name: string): string {
  return hyphenated(name, NOT_IN_SLUG).toLowerCase()
}

interface Scope {
  folder: string
  /** The collection, or `pages`; all if there is none. */
  type: string | undefined
  values: KeyedData
}

/** Returns the `defaults` by the beginning of their paths, the longest first; of the same one, the last counts. */
function scopesIn({ defaults }: SourceSite['config']): Scope[] {
  const written = (Array.isArray(defaults) ? defaults.filter(isData) : []).reverse()
  return written
    .flatMap((one): Scope[] => {
      const keyed = new KeyedData(one)
      const [path = ''] = textsOf(keyed.at('scope.path'))
      const [type] = textsOf(keyed.at('scope.type'))
      const folder = path.replace(/^(?:\.?\/)+|\*.*$/g, '')
      return isData(one.values) ? [{ folder, type, values: new KeyedData(one.values) }] : []
    })
    .sort((a, b) => b.folder.length - a.folder.length || Number(!a.type) - Number(!b.type))
}
