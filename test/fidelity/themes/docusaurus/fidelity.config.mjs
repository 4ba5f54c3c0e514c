// What the site's own configuration says of its addresses and its blog, and nothing of what is around posts.
import { readdirSync } from 'node:fs'
import { loadFreshModule } from '@docusaurus/utils'

export default async function config() {
  const [file] = readdirSync('.').filter((name) => name.startsWith('docusaurus.config.'))
  const own = await loadFreshModule(`${process.cwd()}/${file}`)
  const { title, url, baseUrl, trailingSlash, i18n, markdown, presets = [], plugins = [] } = own
  const [, preset = {}] = presets.find((one) => Array.isArray(one) && (one[1]?.blog || one[1]?.docs)) ?? []
  const hooks = { onBrokenMarkdownLinks: 'ignore', onBrokenMarkdownImages: 'ignore' }
  return {
    ...{ title, url, baseUrl, trailingSlash },
    ...{ onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore' },
    i18n: { ...i18n, defaultLocale: i18n?.defaultLocale ?? 'en', locales: [i18n?.defaultLocale ?? 'en'] },
    markdown: { ...markdown, mermaid: false, hooks },
    presets: [
      ['@docusaurus/preset-classic', { blog: preset.blog ?? {}, docs: docsOf(preset), sitemap: false }],
    ],
    plugins: plugins
      .filter((plugin) => /plugin-content-(?:blog|docs)$/.test(plugin?.[0]))
      .map(([name, options]) => [name, name.endsWith('docs') ? docsOf({ docs: options }) : options]),
  }
}

/** Sidebars make no difference to pages, and may be programs. */
function docsOf({ docs = {} }) {
  if (!docs) return false
  const { id, path, routeBasePath, exclude, lastVersion, remarkPlugins, rehypePlugins } = docs
  const own = { id, path, routeBasePath, exclude, lastVersion, remarkPlugins, rehypePlugins }
  return { ...JSON.parse(JSON.stringify(own)), remarkPlugins, rehypePlugins, sidebarPath: undefined }
}
