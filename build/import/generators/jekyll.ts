// Jekyll: _posts anywhere, Liquid, permalinks with styles of their own.
import { flagOf, KeyedData, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceData, SourceSite } from '../source.ts'
import { type AddressFacts, type Generator, joined } from './generator.ts'
import { filledPermalink } from './permalink.ts'

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
  content: ({ config }) => [sourceOf(config)],
  posts: () => [/(?:^|\/)_posts$/, /(?:^|\/)_drafts$/],
  statics: ['', 'assets'],
  dialect: 'liquid',
  inherited: ({ config }) => {
    const scopes = scopesIn(config)
    // A collection without output is data for other pages.
    const written = new KeyedData(config).at('collections.posts.output')
    const collection = flagOf(written) === false ? [new KeyedData({ render: 'false' })] : []
    return (path) => {
      const within = belowSource(path, config)
      const scoped = scopes.filter(({ folder }) => within.startsWith(folder)).map(({ values }) => values)
      return [...scoped, ...collection]
    }
  },
  addresses: (post, site) => {
    const path = address(post, site)
    return [path, ...textsOf(post.data.at('redirect_from')).map((old) => joined(old))]
  },
}

/** The folder of the site's files. */
function sourceOf(config: SourceSite['config']): string {
  return textsOf(config.source)[0]?.replace(/^\.\/?|\/$/g, '') ?? ''
}

function belowSource(path: string, config: SourceSite['config']): string {
  const source = `${sourceOf(config)}/`
  return `${path}/`.startsWith(source) ? path.slice(source.length) : path
}

function address(post: AddressFacts, { config }: SourceSite): string {
  const [written = 'date'] = [post.permalink, config.permalink].filter((one) => typeof one === 'string')
  const pattern = Object.hasOwn(STYLES, written) ? STYLES[written]! : written
  const slug = post.data.at('slug')
  const name = typeof slug === 'string' ? slug : post.stem
  const folders = belowSource(post.collection, config).split('/').slice(0, -1).filter(Boolean)
  const categories = [...folders, ...post.categories].map((one) => one.toLowerCase().replaceAll(' ', '%20'))
  const filled = filledPermalink(pattern, post, {
    title: hyphenated(name, NOT_IN_TITLE),
    slug: hyphenated(name, NOT_IN_SLUG).toLowerCase(),
    categories: [...new Set(categories)].join('/'),
    output_ext: '.html',
    path: post.within.replace(/\.[^.]+$/, ''),
    week: '',
    short_day: '',
  })
  return filled ?? joined(hyphenated(name, NOT_IN_TITLE))
}

/** What Jekyll's `slugify` replaces in the name of a file, or in `slug`: `:title` is of its mode "pretty". */
const NOT_IN_TITLE = /[^\p{M}\p{L}\p{Nd}._~!$&'()+,;=@]+/gu
const NOT_IN_SLUG = /[^\p{M}\p{L}\p{Nd}]+/gu

function hyphenated(name: string, others: RegExp): string {
  return name.replace(others, '-').replace(/^-|-$/g, '')
}

/** What `defaults` say of posts by the beginning of their paths, the longest first; of the same one, the last counts. */
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
