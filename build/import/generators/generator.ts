// What the importer knows of a program: a table of facts and few functions. recognise.ts lists them.
import { normalise } from '../../../packages/search/basics/normalise.ts'
import type { KeyedData } from '../frontmatter/keyed.ts'
import type { SourcePost, SourceSite, SourceValue } from '../source.ts'

/** Which template tags its texts may contain: see text/. */
export type Dialect = 'hugo' | 'liquid' | 'hexo' | 'zola' | 'nunjucks' | 'mdc' | 'none'

export interface Generator {
  name: string
  /** As its makers write it. */
  title: string
  /** Names in its folder, any of which tells; paths with `/` for files further below. */
  markers: readonly string[]
  /** Names of files in its folder, all of whose texts but documents such as README.md are called so. */
  files?: RegExp
  /** Its package in a package.json. */
  package?: string
  /** Files of its configuration; the first that exists of each name counts, and later ones add to it. */
  config: readonly string[]
  /** Where content is: a collection of posts is found below. The first that exists counts. */
  content: (site: SourceSite) => readonly string[]
  /** Folders that are posts whatever they are called, by paths relative to the site's folder. */
  posts?: (site: SourceSite) => readonly RegExp[]
  /** Why it makes no page of a file, by its path and that below its collection, besides what marks.ts says. */
  hides?: (path: string, below: string, site: SourceSite) => string | undefined
  /** Folders that are published at the root of the site. */
  statics: readonly string[]
  dialect: Dialect
  /** True if files that end in .md are MDX as well. */
  isMdx?: boolean
  /** What counts where the front matter of a file says nothing, the most important first: the site says it of whole folders, also in `_index` files, of which those `above` it are given, the nearest first. */
  inherited?: (
    site: SourceSite,
  ) => (path: string, own: KeyedData, above: readonly KeyedData[]) => KeyedData[] | Promise<KeyedData[]>
  /** What the site's configuration says of where its posts are published; the first is the public address. */
  addresses: (post: AddressFacts, site: SourceSite) => string[]
  /** Changes a post to what all programs have in common. */
  prepare?: (post: SourcePost) => void
  /** Sections that are posts, where the program itself decides. */
  sections?: (site: SourceSite, sections: readonly SectionFacts[]) => readonly string[]
}

/** Where content is, whatever slashes the configuration has around it. */
export function contentRoots(generator: Generator, site: SourceSite): string[] {
  return generator.content(site).map((one) => one.replace(/^\/|\/$/g, ''))
}

/** A folder directly below the content. */
export interface SectionFacts {
  /** Its name; empty for files that are directly in it. */
  name: string
  posts: number
  /** How many of them have a date. */
  dated: number
  /** Its own settings, if it has any. */
  settings: KeyedData | undefined
}

/** What an address is made of. */
export interface AddressFacts {
  data: KeyedData
  /** Its own, or what the site says of its folder. */
  permalink: SourceValue
  /** Relative to the site's folder. */
  path: string
  /** Relative to the collection, without a language. */
  within: string
  /** The collection's folder, relative to the site's folder. */
  collection: string
  /** The same, relative to the content: `blog`. */
  section: string
  /** The file's name without its ending, a leading date and a language; the folder's for `index`. */
  stem: string
  /** `2015-03-31`, in the site's time zone. */
  date: string | undefined
  title: string
  categories: readonly string[]
  language: string | undefined
}

/** `/a//b` → `/a/b`. */
export function joined(...parts: readonly (string | undefined)[]): string {
  return `/${parts.filter(Boolean).join('/')}`.replace(/\/{2,}/g, '/')
}

/** The parts of a date as permalinks name them. */
export function dateParts(date = ''): { year: string; month: string; day: string } {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-')
  return { year, month, day }
}

/** In addresses, some programs write Latin letters without marks, and in ASCII. Those of other scripts stay. */
export function plainLatin(text: string): string {
  const plain = normalise(text, 'NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
  return normalise(plain).replace(/[ßæœøđłþ]/gi, (letter) => LATIN[letter.toLowerCase()]!)
}

const LATIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th' }
