// Jekyll: _posts anywhere, Liquid, permalinks with styles of their own.
import { basename } from 'node:path/posix'
import { clocksAt } from '../frontmatter/dates.ts'
import { flagOf, KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceData, SourceSite } from '../source.ts'
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
      const scoped = scopes.filter(({ folder }) => within.startsWith(folder)).map(({ values }) => values)
      return [...scoped, ...collection]
    }
  },
  categories: categoriesOf,
  clocks: clocksAt,
  hasUtcTimes: true,
  pageAddress,
  addresses: (post, site) => {
    // A post without a date was never published.
    const path = post.date === undefined ? [] : [address(post, site)]
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

function address(post: AddressFacts, { config }: SourceSite): string | UnknownAddress {
  const keyed = keyedConfig(config)
  const style = [keyed.at('permalink'), 'date'].find((one) => typeof one === 'string')!
  const ofSite = Object.hasOwn(STYLES, style) ? STYLES[style] : style
  const patterns = [post.permalink, keyed.at('collections.posts.permalink'), ofSite]
  const pattern = patterns.find((one) => typeof one === 'string')!
  const slug = post.data.at('slug')
  const name = typeof slug === 'string' ? slug : post.stem
  const file = basename(post.within).replace(/\.[^.]+$/, '')
  const categories = (names: readonly string[]) => [...new Set(names)].join('/')
  return filledPermalink(pattern, post, {
    title: hyphenated(name, NOT_IN_TITLE),
    slug: slugOf(name),
    name: slugOf(file),
    collection: 'posts',
    categories: categories(post.categories.map((one) => one.toLowerCase().replaceAll(' ', '%20'))),
    slugified_categories: categories(post.categories.map(slugOf)),
    output_ext: '.html',
    path: post.within.replace(/\.[^.]+$/, ''),
  })
}

function pageAddress(path: string, { config, tree }: SourceSite): string | undefined {
  const file = rootsOf(config)
    .map((root) => joined(root, path).slice(1))
    .find((one) => tree.at(one))
  if (file === undefined) return undefined
  const keyed = keyedConfig(config)
  const [, head = ''] = /^---[ \t]*\n(.*?)\n---[ \t]*\n/s.exec(tree.textOf(file) ?? '') ?? []
  const [, own] = /^permalink[ \t]*:[ \t]*["']?([^\n"'#]*[^\s"'#])/m.exec(head) ?? []
  if (own !== undefined) return /[:{]/.test(own) ? undefined : joined(own)
  const bare = path.replace(/^\/|\.[^./]+$/g, '')
  const name = bare.split('/').at(-1)!
  const [, collection, within = ''] = /^_([^/]+)\/(.*)$/.exec(bare) ?? []
  if (collection !== undefined) {
    const [pattern = '/:collection/:path:output_ext'] = textsOf(
      keyed.at(`collections.${collection}.permalink`),
    )
    const values: Record<string, string> = { collection, path: within, name, title: name, slug: slugOf(name) }
    const filled = pattern
      .replace(/:output_ext/g, '.html')
      .replace(/:(\w+)/g, (all, key) => values[key] ?? all)
    return filled.includes(':') ? undefined : joined(filled)
  }
  if (name === 'index') return joined(bare.replace(/index$/, ''), '/')
  const isText = /\.(?:md|markdown|html?)$/.test(path)
  return isText ? joined(bare + (keyed.at('permalink') === 'pretty' ? '/' : '.html')) : joined(path)
}

/** The signs that Jekyll's `slugify` replaces in the name of a file, or in `slug`: `:title` is of its mode "pretty". */
const NOT_IN_TITLE = /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu
const NOT_IN_SLUG = /[^\p{M}\p{L}\p{Nd}]+/gu

function slugOf(name: string): string {
  return hyphenated(name, NOT_IN_SLUG).toLowerCase()
}

/** Returns the `defaults` of posts by the beginning of their paths, the longest first; of the same one, the last counts. */
function scopesIn({ defaults }: SourceSite['config']): { folder: string; values: KeyedData }[] {
  const byFolder = new Map<string, SourceData>()
  for (const one of Array.isArray(defaults) ? defaults.filter(isData) : []) {
    const keyed = new KeyedData(one)
    const [path = ''] = textsOf(keyed.at('scope.path'))
    const [type = 'posts'] = textsOf(keyed.at('scope.type'))
    if (type !== 'posts' || !isData(one.values)) continue
    const folder = path.replace(/^(?:\.?\/)+|\*.*$/g, '')
    byFolder.set(folder, Object.assign(byFolder.get(folder) ?? {}, one.values))
  }
  return [...byFolder]
    .sort(([a], [b]) => b.length - a.length)
    .map(([folder, values]) => ({ folder, values: new KeyedData(values) }))
}
