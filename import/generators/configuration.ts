// The facts of a site: its configuration, its address, its authors.

import { absoluteUrl, endingOf } from '../../build/for-import.ts'
import { KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { dataOfFile, isData } from '../frontmatter/languages.ts'
import { literalsIn } from '../frontmatter/literals.ts'
import type { SourceData, SourceSite, SourceValue } from '../source.ts'
import type { SourceTree } from '../tree.ts'
import type { Generator } from './generator.ts'

export async function readSite(generator: Generator, tree: SourceTree): Promise<SourceSite> {
  const config = await readConfiguration(generator.config, tree)
  const keyed = new KeyedData(config)
  const main = textsOf(keyed.at('defaultContentLanguage'))[0] ?? 'en'
  const textAt = (keys: string) => keys.split(' ').flatMap((key) => textsOf(keyed.at(key)))[0]
  const language = textAt(
    'defaultContentLanguage default_language default_lang languageCode locale lang language i18n.defaultLocale',
  )
  return {
    tree,
    config,
    title: textAt(
      `title name siteName blogTitle siteMetadata.title params.title extra.title languages.${main}.title`,
    ),
    url: (await urlOf(config, tree))?.replace(/\/+$/, ''),
    language: language?.replaceAll('_', '-'),
    timezone: textAt('timezone'),
    author:
      keyed.at('author') ??
      keyed.at('blogAuthor') ??
      keyed.at('params.author') ??
      keyed.at('extra.author') ??
      keyed.at('siteMetadata.author') ??
      (await metadataAuthor(tree)),
    authors: await authorsOf(config, tree),
  }
}

/** Hugo merges what several files say; files of its config/_default/ are each about their own key. */
async function readConfiguration(names: readonly string[], tree: SourceTree): Promise<SourceData> {
  const config: SourceData = {}
  for (const name of names) {
    const text = tree.configText(name)
    if (text === undefined) continue
    const read = /^(js|ts|mjs|cjs|mts)$/.test(endingOf(name))
      ? literalsIn(text)
      : await dataOfFile(name, text)
    if (isData(read)) for (const [key, value] of Object.entries(read)) config[key] ??= value
  }
  // Hugo's public sites are those of its environment "production", whose files come first.
  for (const [folder, key] of ['production', '_default'].flatMap((one) =>
    KEYS.map((key) => [one, key] as const),
  ))
    for (const end of ['toml', 'yaml', 'yml', 'json']) {
      const name = `config/${folder}/${key}.${end}`
      const text = tree.configText(name)
      if (text !== undefined) config[key] ??= await dataOfFile(name, text)
    }
  for (const { path } of tree.files) {
    const [, code] = /^config\/_default\/languages\.([\w-]+)\.(?:toml|ya?ml|json)$/.exec(path) ?? []
    if (!code) continue
    const languages = isData(config.languages) ? config.languages : {}
    config.languages = { ...languages, [code]: await dataOfFile(path, tree.textOf(path) ?? '') }
  }
  return config
}

/** The keys that Hugo lets have files of their own. */
const KEYS = ['params', 'permalinks', 'languages', 'taxonomies', 'markup', 'cascade', 'frontmatter']

async function urlOf(config: SourceData, tree: SourceTree): Promise<string | undefined> {
  const keyed = new KeyedData(config)
  const keys = 'base_url site siteUrl siteMetadata.siteUrl url hostname sitemap.hostname site.url'
  const [named] = keys.split(' ').flatMap((key) => absolute(keyed.at(key)))
  const [site] = named === undefined ? absolute(cname(tree) ?? written(tree)) : [named]
  if (site === undefined) return undefined
  const [whole, path] = [site.replace(/\/+$/, ''), configuredBase(config)]
  // Hexo's url has the path already that root names again.
  return pathOf(whole) === path ? whole : whole + path
}

/** The path of the site on its host, as pages of the site begin with it: empty, or `/project`. */
export function basePathOf({ url, config }: Pick<SourceSite, 'url' | 'config'>): string {
  return url === undefined ? configuredBase(config) : pathOf(url)
}

const BASES = 'base baseUrl root pathPrefix basePath app.baseURL router.base'.split(' ')

function configuredBase(config: SourceData): string {
  const paths = BASES.flatMap((key) => textsOf(keyedConfig(config).at(key)))
  return paths.find((path) => /^\/(?!\/)/.test(path))?.replace(/\/+$/, '') ?? ''
}

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '')
}

function absolute(value: SourceValue): string[] {
  return textsOf(value)
    .flatMap((text) => absoluteUrl(text) ?? [])
    .filter((url) => !/localhost|127\.0\.0\.1/.test(url))
}

/** GitHub Pages keeps the host's name in a file. */
function cname(tree: SourceTree): string | undefined {
  for (const folder of ['', 'static/', 'public/', 'source/', 'src/']) {
    const host = tree.textOf(`${folder}CNAME`)?.trim()
    if (host && /^[a-z0-9.-]+\.[a-z]+$/i.test(host)) return `https://${host}`
  }
  return undefined
}

const METADATA =
  /(^|\/)(site-?metadata|site-?config|site|consts|constants|config|metadata)\.(js|ts|mjs|cjs|json|ya?ml)$/i

/** Finds the address of the site in its own code, if there is a literal. */
function written(tree: SourceTree): string | undefined {
  const files = tree.files.filter(
    ({ path, bytes }) => METADATA.test(path) && path.split('/').length <= 4 && bytes < 100_000,
  )
  for (const { path } of files.toSorted((a, b) => a.path.length - b.path.length)) {
    const text = tree.textOf(path) ?? ''
    const [, url] =
      /(?<![\w$-])["'`]?(?:site_?url|website|base_?url|site_?root|canonical_?url|url|origin|domain|site)["'`]?\s*[:=]\s*["'`](https?:\/\/[^"'`\s]+)["'`]/i.exec(
        text,
      ) ?? []
    if (url && !/localhost|127\.0|github\.com|twitter\.com|x\.com/.test(url)) return url
  }
  const [, homepage] = /"homepage"\s*:\s*"(https?:\/\/[^"]+)"/.exec(tree.textOf('package.json') ?? '') ?? []
  return homepage && !homepage.includes('github.com') ? homepage.replace(/[#?].*/, '') : undefined
}

async function metadataAuthor(tree: SourceTree): Promise<SourceValue> {
  for (const { path } of tree.files.filter(({ path }) =>
    /(^|\/)_data\/(metadata|site|meta)\.(json|ya?ml)$/.test(path),
  )) {
    const data = await dataOfFile(path, tree.textOf(path) ?? '')
    const author = isData(data) ? new KeyedData(data).at('author') : undefined
    if (author !== undefined) return author
  }
  return undefined
}

const AUTHOR_FILES = /(^|\/)(_?data\/(authors?|members|people|team)|authors)\.(ya?ml|json|toml)$/i
const AUTHOR_FOLDER = /(^|\/)(_?data|content)\/(authors?|people|team)\/([^/]+)\.(ya?ml|json|toml|md|mdx)$/i

/** Authors by key, from data files of any program. */
async function authorsOf(config: SourceData, tree: SourceTree): Promise<Record<string, SourceData>> {
  const authors: Record<string, SourceData> = {}
  const add = (value: SourceValue) => {
    if (Array.isArray(value)) {
      for (const one of value.filter(isData)) {
        const [key] = ['id', 'key', 'username', 'slug', 'name'].flatMap((name) => textsOf(one[name]))
        if (key) authors[key] ??= one
      }
    } else if (isData(value)) {
      for (const [key, one] of Object.entries(value)) if (isData(one)) authors[key] ??= one
    }
  }
  add(new KeyedData(config).at('authors'))
  for (const { path } of tree.files) {
    if (AUTHOR_FILES.test(path)) add(await dataOfFile(path, tree.textOf(path) ?? ''))
    const key = AUTHOR_FOLDER.exec(path)?.[4]
    if (key && !/^_?index$/.test(key) && /\.(ya?ml|json|toml)$/.test(path)) {
      const data = await dataOfFile(path, tree.textOf(path) ?? '')
      if (isData(data)) authors[key] ??= data
    }
  }
  return authors
}
