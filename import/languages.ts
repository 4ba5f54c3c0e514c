// Sites in several languages: a folder for each (`blog/de/`), or an ending of the name (`hello.de.md`).
import { tried } from '../snapshot/tried.ts'
import { KeyedData, textsOf } from './frontmatter/keyed.ts'
import { isData } from './frontmatter/languages.ts'
import { addToList } from './lists.ts'
import type { CollectionFolder, DatedFile } from './sections.ts'
import type { SourceSite } from './source.ts'

const CODE = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/
const SUFFIX = /\.([a-z]{2,3}(?:[-_][A-Za-z]{2,4})?)(?=\.(?:md|mdx|markdown|html)$)/

/** The languages that a site has, as it writes them; empty for one in a single language. */
export function languagesIn(
  files: readonly DatedFile[],
  collections: readonly Pick<CollectionFolder, 'folder'>[],
  site: SourceSite,
): ReadonlySet<string> {
  const named = new Set(configured(site))
  const paths = files
    .map(({ path }) => path)
    .filter((path) => collections.some(({ folder }) => folder === '' || path.startsWith(`${folder}/`)))
  const found = new Set([...named].filter((code) => paths.some((path) => isOf(path, code))))
  for (const code of suffixLanguages(paths)) found.add(code)
  if (named.size === 0) for (const code of folderLanguages(paths, collections)) found.add(code)
  const isDefaultLeft = paths.some((path) => ![...found].some((code) => isOf(path, code)))
  return found.size + (isDefaultLeft ? 1 : 0) > 1 ? found : new Set()
}

/** @param inside the path below the collection */
export function languageOf(
  inside: string,
  folder: string,
  languages: ReadonlySet<string>,
  site: SourceSite,
): { language: string | undefined; within: string } {
  if (languages.size === 0) return { language: undefined, within: inside }
  const suffix = SUFFIX.exec(inside)?.[1]
  if (suffix && languages.has(suffix)) return { language: suffix, within: inside.replace(SUFFIX, '') }
  const [first = '', ...rest] = inside.split('/')
  if (languages.has(first) && rest.length > 0) return { language: first, within: rest.join('/') }
  const above = folder.split('/').find((part) => languages.has(part))
  return { language: above ?? site.language ?? 'en', within: inside }
}

function isOf(path: string, code: string): boolean {
  return path.split('/').slice(0, -1).includes(code) || SUFFIX.exec(path)?.[1] === code
}

/** The codes that a configuration lists. */
function configured({ config }: SourceSite): string[] {
  const keyed = new KeyedData(config)
  const maps = [keyed.at('languages'), keyed.at('locales')].filter(isData).flatMap(Object.keys)
  const lists = ['languages', 'locales', 'i18n.locales', 'language'].flatMap((key) => {
    const value = keyed.at(key)
    return Array.isArray(value) ? textsOf(value) : []
  })
  return [...maps, ...lists].filter((code) => CODE.test(code))
}

/** Endings of names, unless they are of what the posts are about: `fly.io.md`, `next.config.ts.md`. */
function suffixLanguages(paths: readonly string[]): string[] {
  const withoutSuffix = (path: string) => path.replace(SUFFIX, '').replace(/\.\w+$/, '')
  const files = new Map<string, number>()
  const own = new Map<string, string[]>()
  for (const path of paths) {
    const name = withoutSuffix(path)
    files.set(name, (files.get(name) ?? 0) + 1)
    const code = SUFFIX.exec(path)?.[1]
    if (code !== undefined) addToList(own, code, name)
  }
  const isTranslated = (name: string) => files.get(name)! > 1
  // Nothing else is called pt-BR.
  const isOwn = (code: string) => code.length > 3 || areTranslations(own.get(code)!, isTranslated)
  return [...own.keys()].filter((code) => isLanguage(code) && isOwn(code))
}

/** Folders directly in a collection, or above it, that are named like languages: two, or one beside the default. */
function folderLanguages(
  paths: readonly string[],
  collections: readonly Pick<CollectionFolder, 'folder'>[],
): string[] {
  const inside = paths.flatMap((path) =>
    collections.flatMap(({ folder }) =>
      path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [],
    ),
  )
  const first = inside.flatMap((path) => (path.includes('/') ? [path.split('/')[0]!] : [])).filter(isLanguage)
  const above = collections.flatMap(({ folder }) => folder.split('/').slice(0, -1)).filter(isLanguage)
  const below = new Set(first)
  // Names that several languages share show that these are translations and no topics, such as `cs` or `ai`.
  const names = (code: string) =>
    inside.filter((path) => path.startsWith(`${code}/`)).map((path) => path.slice(code.length + 1))
  const shared = [...below].filter((code) => {
    const own = new Set(
      names(code).filter((path) => !/(?:^|\/)_?index\.\w+$/.test(path) || path.includes('/')),
    )
    const others = new Set(
      inside.flatMap((path) =>
        path.startsWith(`${code}/`) ? [] : [path.replace(/^[a-z]{2,3}(?:-\w+)?\//, '')],
      ),
    )
    return areTranslations([...own], (path) => others.has(path))
  })
  return [...shared, ...(new Set(above).size > 1 ? above : [])]
}

/** The least share of a language's files that another has, too. */
const TRANSLATED = 0.3

function areTranslations(names: readonly string[], isTranslated: (name: string) => boolean): boolean {
  const translated = names.filter(isTranslated).length
  return translated > 0 && translated >= TRANSLATED * names.length
}

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })

function isLanguage(code: string): boolean {
  return CODE.test(code) && tried(() => NAMES.of(code.replaceAll('_', '-'))) !== undefined
}
