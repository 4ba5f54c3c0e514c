// Docusaurus: blog/ with dates in names, authors.yml, admonitions, MDX.
import { keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import type { SourceSite } from '../source.ts'
import { type AddressFacts, configsOf, foldersOf, type Generator, joined, slashed } from './generator.ts'

const CONFIGS = [...configsOf('docusaurus.config'), 'siteConfig.js']

export const docusaurus: Generator = {
  name: 'docusaurus',
  title: 'Docusaurus',
  markers: CONFIGS,
  package: '@docusaurus/core',
  config: CONFIGS,
  content: () => [''],
  posts: (site) => [
    new RegExp(`^${blog(site).path}$`),
    /^i18n\/[^/]+\/docusaurus-plugin-content-blog(?:-[^/]+)?$/,
  ],
  statics: ['static'],
  dialect: 'none',
  dates: () => ['date'],
  isMdx: true,
  hidesFirstHeading: true,
  based: () => ['link', 'image'],
  addresses: (post, site) => {
    const [standard] = textsOf(keyedConfig(site.config).at('i18n.defaultLocale'))
    const path = joined(post.language === standard ? '' : post.language, blog(site).base, address(post))
    return [slashed(path, site.config.trailingSlash)]
  },
}

function address({ data, stem, within }: AddressFacts): string {
  const [slug] = textsOf(data.at('slug'))
  if (slug !== undefined) return slug
  // The public address has the date that is in the name, not that of the front matter.
  const [, year, month, day] = /(\d{4})[-/](\d{1,2})[-/](\d{1,2})/.exec(within) ?? []
  if (year) return joined(year, month!.padStart(2, '0'), day!.padStart(2, '0'), stem)
  return joined(...foldersOf(within), stem)
}

/** Returns where the blog is, on disk and on the site. */
function blog({ config }: SourceSite): { path: string; base: string } {
  const [path = 'blog'] = textsOf(keyedConfig(config).at('blog.path'))
  const [base = 'blog'] = textsOf(keyedConfig(config).at('blog.routeBasePath'))
  return { path: path.replace(/^\.\//, '').replace(/[^\w/.-]/g, ''), base }
}
