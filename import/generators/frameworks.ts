// Astro, Next, VitePress and Nuxt: content wherever the site's own code reads it, so that its folders are found by their
// names and dates, and the address of a post by the routes that the site has.
import { slug as githubSlug } from 'github-slugger'
import { keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import type { SourceSite, SourceValue } from '../source.ts'
import {
  type AddressFacts,
  configsOf,
  type Generator,
  joined,
  SITE_DATES,
  slashed,
  type UnknownAddress,
} from './generator.ts'
import { plainLatin } from './words.ts'

export const astro: Generator = {
  name: 'astro',
  title: 'Astro',
  markers: configsOf('astro.config'),
  package: 'astro',
  config: configsOf('astro.config'),
  content: () => ['src/content', 'src/data', 'src/pages', 'content', 'src', ''],
  statics: ['public', 'src'],
  dialect: 'none',
  dates: () => SITE_DATES,
  addresses: (post, { tree, config }) => {
    if (isPageOfAstro(post)) return [slashed(fileRoute(post), config.trailingSlash)]
    if (hasMadeIds(post, tree)) return [{ permalink: 'generateId()' }]
    // The route is made of the ids that collections give their entries.
    const within = eachPart(bare(post.within), (part) => githubSlug(part))
    return [routeIn({ ...post, within }, routesOfAstro(tree), config.trailingSlash)]
  },
  isAssumed: (post, { tree }) =>
    !isPageOfAstro(post) && routeFor(post, routesOfAstro(tree)).route === undefined,
}

function isPageOfAstro({ collection }: AddressFacts): boolean {
  return /^src\/pages(\/|$)/.test(collection)
}

/** Tells whether a function of the site makes the ids of this collection. */
function hasMadeIds({ collection }: AddressFacts, tree: SourceSite['tree']): boolean {
  const [, ...collections] = ['src/content.config', 'src/content/config']
    .flatMap((name) => ['.ts', '.js', '.mjs'].flatMap((end) => tree.configText(name + end) ?? []))
    .flatMap((text) => text.split(/\bdefineCollection\(/))
  const made = collections.filter((text) => /\bgenerateId\b/.test(text))
  const bases = made.map((text) => /\bbase\s*:\s*["'`](?:\.?\/)?([^"'`]*?)\/?["'`]/.exec(text)?.[1])
  return bases.some((base) => base === undefined || `${collection}/`.startsWith(`${base}/`))
}

function routesOfAstro(tree: SourceSite['tree']): string[] {
  return routes(tree, /^src\/pages\/(.*?)\/?\[[^\]]*\]\.(?:astro|ts|js)$/)
}

export const next: Generator = {
  name: 'next',
  title: 'Next.js',
  markers: configsOf('next.config'),
  package: 'next',
  config: [
    ...configsOf('next.config'),
    'data/siteMetadata.js',
    'siteMetadata.js',
    'site.config.js',
    'site.config.ts',
  ],
  content: () => [''],
  statics: ['public'],
  dialect: 'none',
  dates: () => SITE_DATES,
  addresses: (post, { tree, config }) => {
    if (isPageOfNext(post)) return [slashed(fileRoute(post), config.trailingSlash)]
    return [routeIn({ ...post, within: bare(post.within) }, routesOfNext(tree), config.trailingSlash)]
  },
  isAssumed: (post, { tree }) =>
    !isPageOfNext(post) && routeFor(post, routesOfNext(tree)).route === undefined,
}

function isPageOfNext({ collection }: AddressFacts): boolean {
  return /^(?:src\/)?(?:app|pages)(?:\/|$)/.test(collection)
}

function routesOfNext(tree: SourceSite['tree']): string[] {
  const pages = routes(tree, /^(?:src\/)?pages\/(.*?)\/?\[+[^\]]*\]+(?:\/index)?\.(?:tsx?|jsx?)$/)
  const apps = routes(tree, /^(?:src\/)?app\/(.*?)\/?\[+[^\]]*\]+\/page\.(?:tsx?|jsx?)$/)
  return [...pages, ...apps].map((route) => route.replace(/(?:^|\/)\([^)]*\)/g, ''))
}

export const vitepress: Generator = {
  name: 'vitepress',
  title: 'VitePress',
  markers: ['.vitepress', ...configsOf('.vitepress/config')],
  package: 'vitepress',
  config: [...configsOf('.vitepress/config'), ...configsOf('.vitepress/config/index')],
  content: ({ config }) => [textsOf(config.srcDir)[0]?.replace(/^\.\//, '') ?? '', ''],
  statics: ['public', 'docs/public'],
  dialect: 'mdc',
  dates: () => SITE_DATES,
  based: () => ['link', 'image', 'src'],
  addresses: (post, { config }) => [fileRoute(post).replace(/(?<!\/)$/, endOfVitePress(config))],
  linked: (path, { config }) => {
    const [, page = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(path) ?? []
    if (/\/$|\.(?!md$)[^/.]+$/.test(page)) return path
    const bare = page.replace(/\.md$/, '').replace(/(^|\/)index$/, '$1')
    return bare.replace(/(?<!\/)$/, endOfVitePress(config)) + rest
  },
  // A map of paths to others, or a function.
  isAssumed: (_post, { config }) => config.rewrites !== undefined,
}

function endOfVitePress(config: SourceSite['config']): string {
  return config.cleanUrls === 'true' ? '' : '.html'
}

export const nuxt: Generator = {
  name: 'nuxt',
  title: 'Nuxt',
  markers: [...configsOf('nuxt.config'), 'content.config.ts'],
  package: 'nuxt',
  config: [...configsOf('nuxt.config'), 'content.config.ts'],
  content: () => ['content', 'src/content', ''],
  statics: ['public', 'static', 'assets', 'app/assets'],
  dialect: 'mdc',
  dates: () => SITE_DATES,
  based: () => ['link', 'image'],
  addresses: (post, { config }) => {
    const numbered = joined(post.section, bare(post.within)).replace(/\/\d+\.(?=[^/])/g, '/')
    const path = eachPart(numbered.replace(/\/index$/, '') || '/', slugInNuxt)
    const keyed = keyedConfig(config)
    return [slashed(path, keyed.at('site.trailingSlash') ?? keyed.at('router.trailingSlash'))]
  },
  isAssumed: ({ section }, { tree }) =>
    !routes(tree, /^(?:src\/|app\/)?pages\/(.*?)\/?\[+[^\]]*\]+(?:\/index)?\.vue$/).some(
      (route) => route === '' || `${section}/`.startsWith(`${route}/`),
    ),
}

/** Makes a slug of a Latin name as the package `slugify` does, for Nuxt Content. */
function slugInNuxt(name: string): string {
  return plainLatin(name)
    .replace(/[$%&<>|]/g, (sign) => WORDS[sign]!)
    .replace(/[^\p{L}\p{M}\p{Nd}\s_*+~.()'"!:@-]/gu, '')
    .trim()
    .replace(/\s+/g, '-')
    .toLowerCase()
}

const WORDS: Record<string, string> = {
  $: 'dollar',
  '%': 'percent',
  '&': 'and',
  '<': 'less',
  '>': 'greater',
  '|': 'or',
}

function eachPart(path: string, change: (part: string) => string): string {
  return path.split('/').map(change).join('/')
}

/** Markdown of any other program, such as Gatsby, or of none. */
export const plain: Generator = {
  name: 'markdown',
  title: 'plain markdown',
  markers: [],
  config: configsOf('gatsby-config'),
  content: () => [''],
  statics: ['static', 'public', 'assets', ''],
  dialect: 'none',
  dates: () => SITE_DATES,
  addresses: (post, { config }) => {
    // Folders of sources whose names no site shows.
    const section = post.section.replace(/^(?:src\/)?(?:pages|content|data|app)(?=\/|$)/, '')
    const path = joined(section, bare(post.within).replace(/(^|\/)index$/, ''))
    return [slashed(path, config.trailingSlash)]
  },
}

function bare(within: string): string {
  return within.replace(/\.[^./]+$/, '')
}

/** Returns the route of a file, where the framework makes a page of each one. */
function fileRoute({ section, within }: AddressFacts): string {
  const folder = section.replace(/^(?:src\/)?(?:pages|app)(?:\/|$)/, '').replace(/(?:^|\/)\([^)]*\)/g, '')
  return joined(folder, bare(within).replace(/(^|\/)index$/, '$1'))
}

/** The paths of dynamic routes: `blog` for `pages/blog/[slug].tsx`. */
function routes({ files }: SourceSite['tree'], pattern: RegExp): string[] {
  return files.flatMap(({ path }) => pattern.exec(path)?.[1] ?? [])
}

/**
 * The route with the name of the post's folder, else the one for pages of the root.
 * @param post whose `within` has no ending
 */
function routeIn(
  post: AddressFacts,
  known: readonly string[],
  trailing: SourceValue,
): string | UnknownAddress {
  const [slug = post.within.replace(/(^|\/)index$/, '')] = textsOf(post.data.at('slug'))
  const { route: found, name } = routeFor(post, known)
  const route = found ?? name
  const { language } = post
  const filled =
    language === undefined ? route : route.replace(/\[+(?:locale|lang|language|lng)\]+/g, () => language)
  return filled.includes('[') ? { permalink: joined(route, '[…]') } : slashed(joined(filled, slug), trailing)
}

/** The last folder that posts are in, and the route that shows it, if there is one. */
function routeFor(
  { section, collection }: AddressFacts,
  known: readonly string[],
): { route: string | undefined; name: string } {
  const name = section.split('/').at(-1) || collection.split('/').at(-1) || ''
  const alike = known.find((route) => route === name) ?? known.find((route) => isAlike(route, name))
  return { name, route: alike ?? (known.includes('') ? '' : known.find((one) => BLOG.test(one))) }
}

function isAlike(route: string, name: string): boolean {
  const last = route.split('/').at(-1) ?? ''
  return last.replace(/s$/, '') === name.replace(/^_|s$/g, '')
}

const BLOG = /^(?:[a-z]{2}\/)?(?:blog|posts?|articles?|news|writing|notes)$/
