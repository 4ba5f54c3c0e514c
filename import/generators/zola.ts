// Zola: sections below content/ with TOML, shortcodes, links that begin with @/.
import { flagOf, KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, foldersOf, type Generator, joined } from './generator.ts'
import { hyphenated, plainLatin } from './words.ts'

export const zola: Generator = {
  name: 'zola',
  title: 'Zola',
  markers: ['zola.toml'],
  config: ['config.toml', 'zola.toml'],
  content: () => ['content'],
  statics: ['static', 'content'],
  dialect: 'zola',
  dates: () => ['date'],
  // A section that is a draft is not read, whatever its pages say.
  inherited: () => (_path, _own, above) =>
    above.some((one) => flagOf(one.at('draft'))) ? [new KeyedData({ isDraft: 'true' })] : [],
  sections: (_site, sections) =>
    sections
      .filter(({ posts, dated, settings }) => {
        const [order = ''] = textsOf(settings?.at('sort_by'))
        return dated > 0 && (dated / posts >= 0.8 || order === 'date')
      })
      .map(({ name }) => name),
  addresses: (post, site) => [
    address(post, site),
    ...textsOf(post.data.at('aliases')).map((old) => joined(old)),
  ],
}

function address({ data, section, within, stem, language }: AddressFacts, site: SourceSite): string {
  const path = data.at('path')
  if (typeof path === 'string' && path !== '') return joined(path, '/')
  const slug = data.at('slug')
  const name = typeof slug === 'string' && slug !== '' ? slug : stem
  const prefix = language === (site.language ?? 'en') ? undefined : language
  return joined(prefix, section, ...foldersOf(within), slugged(name, site), '/')
}

/** Folders keep their names. */
function slugged(name: string, { config }: SourceSite): string {
  if (/^(?:safe|off)$/.test(textsOf(keyedConfig(config).at('slugify.paths'))[0] ?? '')) return name
  return hyphenated(plainLatin(name).toLowerCase(), /[^\p{L}\p{Nd}]+/gu)
}
