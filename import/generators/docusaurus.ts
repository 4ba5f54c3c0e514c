// Docusaurus: blog/ with dates in names, docs/ and src/pages/, authors.yml, admonitions, MDX.
import { basename, dirname, join } from 'node:path/posix'
import { tried } from '../../snapshot/tried.ts'
import { KeyedData, keyedConfig, textsOf } from '../frontmatter/keyed.ts'
import { isData } from '../frontmatter/languages.ts'
import { literalsIn } from '../frontmatter/literals.ts'
import type { SourceSite } from '../source.ts'
import {
  type AddressFacts,
  configsOf,
  foldersOf,
  type Generator,
  joined,
  type PageFolder,
  slashed,
} from './generator.ts'

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
  page: (path, site) => pageFolders(site).find(({ folder }) => path.startsWith(`${folder}/`)),
  addresses: (post, site) => {
    const { entryOf, language } = post
    const base = entryOf?.base ?? joined(language === standardLanguage(site) ? '' : language, blog(site).base)
    const own = entryOf ? pageAddress(post, entryOf) : address(post)
    return [slashed(joined(base, own), site.config.trailingSlash)]
  },
  prepare: ({ entryOf, data, within }) => {
    if (!entryOf || entryOf.collection === 'pages') return
    // Its id is part of its address.
    delete data.id
    const isIndex = /^(?:index|readme)\.[^.]+$/i.test(basename(within))
    const name = basename(isIndex ? dirname(within) : within)
    const [, number] = NUMBERED.exec(name) ?? []
    if (number !== undefined && (isIndex || data.sidebar_position === undefined))
      data.sidebar_position = String(Number(number))
  },
}

function standardLanguage({ config }: SourceSite): string | undefined {
  return textsOf(keyedConfig(config).at('i18n.defaultLocale'))[0]
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
  return { path: folderIn(path), base }
}

function folderIn(path: string): string {
  return path.replace(/^\.\//, '').replace(/[^\w/.-]/g, '')
}

/** Lists the folders of documents and of other pages, of each translation as well; of several versions, those of the one that has no name in addresses. */
function pageFolders(site: SourceSite): PageFolder[] {
  const keyed = keyedConfig(site.config)
  const locales = textsOf(keyed.at('i18n.locales')).filter((one) => one !== standardLanguage(site))
  const translated = (collection: string, plugin: string, within: string, base: string): PageFolder[] =>
    locales.map((code) => ({
      ...{ collection, base: joined(code, base) },
      folder: join(`i18n/${code}/docusaurus-plugin-content-${plugin}`, within),
    }))
  const documents = documentsOf(site).flatMap(({ id, path, base }) => {
    const [before, behind] = id === '' ? ['', ''] : [`${id}_`, `-${id}`]
    const versions: unknown = tried(() => JSON.parse(site.tree.configText(`${before}versions.json`) ?? '[]'))
    const [last = [versions].flat()[0]] = id === '' ? textsOf(keyed.at('docs.lastVersion')) : []
    const version = typeof last === 'string' && last !== 'current' ? `version-${last}` : undefined
    const folder = version === undefined ? folderIn(path) : `${before}versioned_docs/${version}`
    const collection = /^[a-z][a-z0-9-]{0,39}$/.test(id) ? id : 'docs'
    const own = { collection, base: joined(base).replace(/\/$/, ''), folder }
    return [own, ...translated(collection, `docs${behind}`, version ?? 'current', base)]
  })
  const pages = { collection: 'pages', base: '', folder: 'src/pages' }
  return [...documents, pages, ...translated('pages', 'pages', '', '')]
}

/** Finds the plugins that show documents, the one of the preset first. */
function documentsOf({ config, tree }: SourceSite): { id: string; path: string; base: string }[] {
  const program = CONFIGS.flatMap((name) => tree.configText(name) ?? []).join('\n')
  const further = [...program.matchAll(/plugin-content-docs['"`][^{}]*\{([^{}]*)/g)]
  const all = [keyedConfig(config).at('docs'), ...further.map(([, options = '']) => literalsIn(options))]
  return all.flatMap((one) => {
    if (one === 'false') return []
    const keyed = new KeyedData(isData(one) ? one : {})
    const [[id = ''], [path = 'docs'], [base = 'docs']] = ['id', 'path', 'routeBasePath'].map((key) =>
      textsOf(keyed.at(key)),
    ) as [string[], string[], string[]]
    return { id, path, base }
  })
}

/** A name that begins with a number sorts by it, and its address is without it; one that begins with a date or a version has it. */
const NUMBERED = /^(\d+)\s*[-_.]+\s*([^-_.\s\d].*)$/

function pageAddress({ data, within }: AddressFacts, { collection }: PageFolder): string {
  const names = within.replace(/\.[^./]+$/, '').split('/')
  const file = names.at(-1)!
  const isFolder = ['index', 'readme', names.at(-2)?.toLowerCase()].includes(file.toLowerCase())
  if (collection === 'pages') return joined(...(file === 'index' ? names.slice(0, -1) : names))
  const folders = names.slice(0, -1).map(withoutNumber)
  const [slug] = textsOf(data.at('slug'))
  if (slug !== undefined) return join('/', ...(slug.startsWith('/') ? [] : folders), slug)
  const [id = withoutNumber(file)] = textsOf(data.at('id'))
  return joined(...folders, isFolder ? '' : id)
}

function withoutNumber(name: string): string {
  return NUMBERED.exec(name)?.[2] ?? name
}
