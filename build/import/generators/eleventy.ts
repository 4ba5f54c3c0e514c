// Eleventy: markdown anywhere below its input folder, with Nunjucks or Liquid in it.
import { textsOf } from '../frontmatter/keyed.ts'
import { type AddressFacts, type Generator, joined } from './generator.ts'

export const eleventy: Generator = {
  name: 'eleventy',
  title: 'Eleventy',
  markers: ['.eleventy.js', ...['js', 'mjs', 'cjs', 'ts'].map((end) => `eleventy.config.${end}`)],
  package: '@11ty/eleventy',
  config: ['.eleventy.js', ...['js', 'mjs', 'cjs', 'ts'].map((end) => `eleventy.config.${end}`)],
  content: ({ config }) => {
    const dir = config.dir
    const input = typeof dir === 'object' && !Array.isArray(dir) ? textsOf(dir.input)[0] : undefined
    return [input?.replace(/^\.\/?|\/$/g, '') || 'src', '']
  },
  statics: ['public', 'static', 'src/public', 'src/static', 'src', ''],
  dialect: 'nunjucks',
  addresses: (post) => [address(post), ...textsOf(post.data.at('redirect_from')).map((old) => joined(old))],
}

function address({ data, section, within, stem, title }: AddressFacts): string {
  const [own] = textsOf(data.at('permalink'))
  const filled = own
    ?.replace(/\{\{-?\s*(?:page\.fileSlug|slug)\s*(?:\|[^}]*)?\}\}/g, stem)
    .replace(/\{\{-?\s*title\s*\|[^}]*\}\}/g, stem || title)
  if (filled && filled !== 'false' && !/[{}]/.test(filled)) return joined(filled.replace(/index\.html$/, ''))
  const folders = within.split('/').slice(0, /(^|\/)index\.[^/]+$/.test(within) ? -2 : -1)
  return joined(section, ...folders, stem, '/')
}
