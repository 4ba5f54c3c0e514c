// Docusaurus: blog/ with dates in names, authors.yml, admonitions, MDX.
import { textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import type { SourceSite, SourceValue } from '../source.ts'
import { type AddressFacts, type Generator, joined, slashed } from './generator.ts'

const ENDS = ['js', 'ts', 'mjs', 'cjs', 'mts']

export const docusaurus: Generator = {
  name: 'docusaurus',
  title: 'Docusaurus',
  markers: [...ENDS.map((end) => `docusaurus.config.${end}`), 'siteConfig.js'],
  package: '@docusaurus/core',
  config: [...ENDS.map((end) => `docusaurus.config.${end}`), 'siteConfig.js'],
  content: () => [''],
  posts: (site) => [
    new RegExp(`^${blog(site).path}$`),
    /^i18n\/[^/]+\/docusaurus-plugin-content-blog(?:-[^/]+)?$/,
  ],
  statics: ['static'],
  dialect: 'none',
  isMdx: true,
  addresses: (post, site) => {
    const { base, language } = { base: blog(site).base, language: post.language }
    const standard = textsOf(at(site.config, 'i18n', 'defaultLocale'))[0]
    const path = joined(language === standard ? '' : language, base, address(post))
    return [slashed(path, site.config.trailingSlash)]
  },
}

function address({ data, stem, within }: AddressFacts): string {
  const [slug] = textsOf(data.at('slug'))
  if (slug !== undefined) return slug
  // The public address has the date that is in the name, not that of the front matter.
  const [, year, month, day] = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(within) ?? []
  if (year) return joined(year, month!.padStart(2, '0'), day!.padStart(2, '0'), stem)
  return joined(...within.split('/').slice(0, /(^|\/)index\.[^/]+$/.test(within) ? -2 : -1), stem)
}

/** Where the blog is, on disk and on the site. */
function blog({ config }: SourceSite): { path: string; base: string } {
  const settings = at(config, 'blog')
  const found = isData(settings) ? settings : {}
  const [path = 'blog'] = textsOf(found.path)
  const [base = 'blog'] = textsOf(found.routeBasePath)
  return { path: path.replace(/^\.\//, '').replace(/[^\w/.-]/g, ''), base }
}

function at(value: SourceValue, ...keys: readonly string[]): SourceValue {
  return keys.reduce((inner: SourceValue, key) => (isData(inner) ? inner[key] : undefined), value)
}
