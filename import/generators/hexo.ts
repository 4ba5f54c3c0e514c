// Hexo: source/_posts, tags in braces, assets in a folder named like the post.
import { basename } from 'node:path/posix'
import { clocksAt, readDate } from '../frontmatter/dates.ts'
import { flagOf, KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, type Generator, joined, type UnknownAddress } from './generator.ts'
import { filledPermalink } from './permalink.ts'
import { hyphenated, plainLatin } from './words.ts'

export const hexo: Generator = {
  name: 'hexo',
  title: 'Hexo',
  markers: ['source/_posts', 'scaffolds', 'source/_drafts'],
  package: 'hexo',
  config: ['_config.yml', '_config.yaml'],
  content: (site) => [folderOf(site)],
  posts: (site) => [new RegExp(`^${folderOf(site)}/_posts$`), new RegExp(`^${folderOf(site)}/_drafts$`)],
  // The plugin hexo-blog-encrypt has tags and titles of posts with a password, hexo-hide-posts a key of the site's own.
  inherited: ({ config }) => {
    const keyed = keyedConfig(config)
    const named = (path: string, key: string) =>
      new Set(
        [keyed.at(path)]
          .flat()
          .filter(isData)
          .flatMap((one) => textsOf(one[key])),
      )
    const [tags, titles] = [named('encrypt.tags', 'name'), named('encrypt.blogs', 'title')]
    const [filter = 'hidden'] = textsOf(keyed.at('hide_posts.filter'))
    return (_path, own) => {
      const isLocked =
        textsOf(own.at('tags')).some((tag) => tags.has(tag)) ||
        textsOf(own.at('title')).some((one) => titles.has(one))
      return [
        ...(isLocked ? [new KeyedData({ password: 'that of a tag' })] : []),
        ...(flagOf(own.at(filter)) ? [new KeyedData({ isHidden: 'true' })] : []),
      ]
    }
  },
  statics: ['source'],
  codeFolders: (site) => [`${folderOf(site)}/${textsOf(site.config.code_dir)[0] ?? 'downloads/code'}`],
  dialect: 'hexo',
  dates: () => ['date'],
  based: ({ config }) => (keyedConfig(config).at('marked.prependRoot') === 'false' ? [] : ['image']),
  // Dates are written in the zone of the site. Addresses have the clock of the machine, whose zone mostly is the same or UTC.
  clocks: (moment, timezone) => {
    const local =
      timezone === undefined ? moment : (readDate(`${moment} 00:00:00`, timezone)?.moment ?? moment)
    return [...clocksAt(moment, timezone), ...clocksAt(local, 'UTC')]
  },
  addresses: (post, site) => {
    const old = [...textsOf(post.data.at('alias')), ...textsOf(post.data.at('redirect_from'))]
    return [address(post, site), ...old.map((path) => joined(path))]
  },
}

function folderOf({ config }: SourceSite): string {
  return (textsOf(config.source_dir)[0] ?? 'source').replace(/[^\w/.-]/g, '').replace(/^\.\/|\/$/g, '')
}

function address(post: AddressFacts, { config }: SourceSite): string | UnknownAddress {
  const own = post.data.at('permalink')
  if (typeof own === 'string' && own !== '') return joined(own)
  const folders = post.within.split('/').slice(0, -1)
  // The names that new posts get tell what of the name is the date.
  const isDated = /:(?:year|month|i_month|day|i_day)\b/.test(textsOf(config.new_post_name)[0] ?? '')
  const name = isDated ? post.stem : basename(post.within).replace(/\.[^.]+$/, '')
  const defaults = keyedConfig(config)
  const [pattern = ':year/:month/:day/:title/'] = textsOf(config.permalink)
  const [standard = 'uncategorized'] = textsOf(config.default_category)
  const special = {
    title: joined(...folders, name).slice(1),
    name,
    post_title: slugized(post.title).toLowerCase(),
    category: categoryOf(post, defaults) || standard,
  }
  const ownAt = (key: string) =>
    [post.data.at(key), defaults.at(`permalink_defaults.${key}`)].flatMap(textsOf)[0]
  return filledPermalink(pattern, post, special, ownAt)
}

/** The last of its categories: a list is a path of them, and of several lists each is one. */
function categoryOf({ data }: AddressFacts, config: KeyedData): string {
  const written = [data.at('categories') ?? data.at('category')].flat()
  const last = written.some(Array.isArray) ? written.slice(-1) : written
  const slugs = config.at('category_map')
  const slugOf = (name: string) => (isData(slugs) && textsOf(slugs[name])[0]) || slugized(name)
  return textsOf(last).map(slugOf).join('/')
}

/** Makes a part of an address from a name as Hexo does. */
function slugized(name: string): string {
  return hyphenated(plainLatin(name), /[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'<>,.?/]+/g)
}
