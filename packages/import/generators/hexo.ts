// Hexo: source/_posts, tags in braces, assets in a folder named like the post.
import { KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, type Generator, joined, type UnknownAddress } from './generator.ts'
import { filledPermalink } from './permalink.ts'

export const hexo: Generator = {
  name: 'hexo',
  title: 'Hexo',
  markers: ['source/_posts', 'scaffolds', 'source/_drafts'],
  package: 'hexo',
  config: ['_config.yml', '_config.yaml'],
  content: (site) => [folderOf(site)],
  posts: (site) => [new RegExp(`^${folderOf(site)}/_posts$`), new RegExp(`^${folderOf(site)}/_drafts$`)],
  hides: (path) => /(?:^|\/)_posts\/(?:.*\/)?_/.test(path),
  excludes: ['exclude', 'ignore', 'skip_render'],
  // Of hexo-blog-encrypt: tags whose posts have a password.
  inherited: ({ config }) => {
    const tags = [keyedConfig(config).at('encrypt.tags')].flat().filter(isData)
    const locked = new Set(tags.flatMap(({ name }) => textsOf(name)))
    const hidden = [new KeyedData({ password: 'that of a tag' })]
    return (_path, own) => (textsOf(own.at('tags')).some((tag) => locked.has(tag)) ? hidden : [])
  },
  statics: ['source'],
  dialect: 'hexo',
  hasSiteDates: true,
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
  const slug = post.data.at('slug')
  const folders = post.within.split('/').slice(0, -1)
  const name = typeof slug === 'string' && slug !== '' ? slug : post.stem
  const [pattern = ':year/:month/:day/:title/'] = textsOf(config.permalink)
  const [standard = 'uncategorized'] = textsOf(config.default_category)
  const special = {
    title: joined(...folders, name).slice(1),
    name,
    post_title: name,
    category: post.categories.length > 0 ? post.categories.join('/') : standard,
  }
  const defaults = keyedConfig(config)
  const ownAt = (key: string) =>
    [post.data.at(key), defaults.at(`permalink_defaults.${key}`)].flatMap(textsOf)[0]
  return filledPermalink(pattern, post, special, ownAt)
}
