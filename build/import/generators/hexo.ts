// Hexo: source/_posts, tags in braces, assets in a folder named like the post.
import { flagOf, KeyedData, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, type Generator, joined } from './generator.ts'
import { filledPermalink } from './permalink.ts'

export const hexo: Generator = {
  name: 'hexo',
  title: 'Hexo',
  markers: ['source/_posts', 'scaffolds', 'source/_drafts'],
  package: 'hexo',
  config: ['_config.yml', '_config.yaml'],
  content: (site) => [folderOf(site)],
  posts: (site) => [new RegExp(`^${folderOf(site)}/_posts$`), new RegExp(`^${folderOf(site)}/_drafts$`)],
  // Of hexo-blog-encrypt: tags and titles of posts that have a password. Of hexo-hide-posts: a key of the site's own.
  inherited: ({ config }) => {
    const keyed = new KeyedData(config)
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
  dialect: 'hexo',
  addresses: (post, site) => {
    const old = [...textsOf(post.data.at('alias')), ...textsOf(post.data.at('redirect_from'))]
    return [address(post, site), ...old.map((path) => joined(path))]
  },
}

function folderOf({ config }: SourceSite): string {
  return (textsOf(config.source_dir)[0] ?? 'source').replace(/[^\w/.-]/g, '').replace(/^\.\/|\/$/g, '')
}

function address(post: AddressFacts, { config }: SourceSite): string {
  const own = post.data.at('permalink')
  if (typeof own === 'string' && own !== '') return joined(own)
  const slug = post.data.at('slug')
  const folders = post.within.split('/').slice(0, -1)
  const name = typeof slug === 'string' && slug !== '' ? slug : post.stem
  const [pattern = ':year/:month/:day/:title/'] = textsOf(config.permalink)
  const [standard = 'uncategorized'] = textsOf(config.default_category)
  const filled = filledPermalink(pattern, post, {
    title: joined(...folders, name).slice(1),
    name,
    post_title: name,
    category: post.categories.length > 0 ? post.categories.join('/') : standard,
  })
  return filled ?? joined(name, '/')
}
