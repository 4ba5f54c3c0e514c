// Zola: sections below content/ with TOML, shortcodes, links that begin with @/.
import { textsOf } from '../frontmatter/keyed.ts'
import { type AddressFacts, type Generator, joined } from './generator.ts'

export const zola: Generator = {
  name: 'zola',
  title: 'Zola',
  markers: ['zola.toml'],
  config: ['config.toml', 'zola.toml'],
  content: () => ['content'],
  statics: ['static', 'content'],
  dialect: 'zola',
  sections: (_site, sections) =>
    sections
      .filter(({ posts, dated, settings }) => {
        const [order = ''] = textsOf(settings?.at('sort_by'))
        return dated > 0 && (dated / posts >= 0.8 || order === 'date')
      })
      .map(({ name }) => name),
  addresses: (post) => [address(post), ...textsOf(post.data.at('aliases')).map((old) => joined(old))],
}

function address({ data, section, within, stem, language }: AddressFacts): string {
  const path = data.at('path')
  if (typeof path === 'string' && path !== '') return joined(path, '/')
  const slug = data.at('slug')
  const folders = within.split('/').slice(0, /(^|\/)index\.[^/]+$/.test(within) ? -2 : -1)
  const name = typeof slug === 'string' && slug !== '' ? slug : stem
  return joined(language, section, ...folders, name.toLowerCase(), '/')
}
