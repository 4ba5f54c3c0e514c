// A program as the importer knows it: a table of facts and few functions. recognise.ts lists them.
import type { KeyedData } from '../frontmatter/keyed.ts'
import { STARTS } from '../frontmatter/meta.ts'
import type { Dialect, EntryPlace, SourcePost, SourceSite, SourceValue } from '../source.ts'
import type { ReferencePlace } from '../text/references.ts'

export interface Generator {
  name: string
  /** The name as its makers write it. */
  title: string
  /** Names in its folder, any of which tells; paths with `/` for files further below. */
  markers: readonly string[]
  /** True if files of another program may be in it as well, which is then that one's. */
  isLast?: true
  /** A pattern for the names of all texts in its folder, except documents such as README.md. */
  files?: RegExp
  /** Two patterns: `all` fits the heads of all these texts, and `any` that of at least one. */
  heads?: { all: RegExp; any: RegExp }
  /** The name of its package in a package.json. */
  package?: string
  /** Files of its configuration; the first that exists of each name counts, and later ones add to it. */
  config: readonly string[]
  /** Returns the folders of content: a collection of posts is found below. The first that exists counts. */
  content: (site: SourceSite) => readonly string[]
  /** True if each of these folders may have posts. */
  hasContents?: true
  /** Folders that are posts whatever they are called, by paths relative to the site's folder. */
  posts?: (site: SourceSite) => readonly RegExp[]
  /** Says why it makes no page of a file, by its path and that below its collection, besides what marks.ts says. */
  hides?: (path: string, below: string, site: SourceSite) => string | undefined
  /** Folders that are published at the root of the site. */
  statics: readonly string[]
  /** Folders in which tags name files of code, before all others. */
  codeFolders?: (site: SourceSite) => readonly string[]
  dialect: Dialect
  /** True if front matter may be lines at the beginning of a file, without a fence. */
  hasOpenHeads?: true
  /** The ending of files beside posts that have such lines, in place of the posts themselves. */
  headsBeside?: string
  /** Keys that say when a post was published, the most important first. No other key is read so. */
  dates: (site: SourceSite) => readonly string[]
  /** True if files that end in .md are MDX as well. */
  isMdx?: boolean
  /**
   * Returns what counts where the front matter of a file says nothing, the most important first. The site says it of whole
   * folders, also in `_index` files: those `above` the file are given, the nearest first.
   */
  inherited?: (
    site: SourceSite,
  ) => (path: string, own: KeyedData, above: readonly KeyedData[]) => KeyedData[] | Promise<KeyedData[]>
  /** Returns the addresses of a post that the site's configuration gives it; the first is the public one. */
  addresses: (post: AddressFacts, site: SourceSite) => (string | UnknownAddress)[]
  /** Returns the place of a text outside of the folders of posts; `undefined` if the program makes no page of it. */
  page?: (path: string, site: SourceSite) => PageFolder | undefined
  /** The address of a file that is neither a post nor a page, by its path as tags name it; `undefined` if there is none. */
  pageAddress?: (path: string, site: SourceSite) => string | undefined
  /** Returns the path of a link to a page that is no post, as the program shows it. */
  linked?: (path: string, site: SourceSite) => string
  /** True if the heading that a text begins with is only the title of posts that have none, and not shown. */
  hidesFirstHeading?: true
  /** Returns the places in which paths in texts begin at the site's own path, and not at the root of its host. */
  based?: (site: SourceSite) => readonly ReferencePlace[]
  /** Tells whether no file of the site says where a post is published, and the names of folders are taken for it. */
  isAssumed?: (post: AddressFacts, site: SourceSite) => boolean
  /** Changes a post to what all programs have in common. */
  prepare?: (post: SourcePost) => void
  /** Returns what clocks may have shown when its addresses were made, the likeliest first: else dates are as written. */
  clocks?: (moment: string, timezone: string | undefined) => string[]
  /** True if a time in YAML that is not quoted and has no zone is one of UTC: else it is by the clock of the site. */
  hasUtcTimes?: true
  /** The language of a post, where the configuration tells it. */
  language?: (path: string, site: SourceSite) => string | undefined
  /** The categories of a post, where they are not only its own. */
  categories?: (path: string, own: KeyedData, shared: readonly KeyedData[], site: SourceSite) => string[]
  /** Sections that are posts, where the program itself decides. */
  sections?: (site: SourceSite, sections: readonly SectionFacts[]) => readonly string[]
}

/** Ends a path with a slash or without one, if the configuration says which: in words of Astro and Gatsby, or flags of others. */
export function slashed(path: string, trailing: SourceValue): string {
  if (trailing === 'true' || trailing === 'always') return path.replace(/(?<!\/|\.html)$/, '/')
  return trailing === 'false' || trailing === 'never' ? path.replace(/(?<=.)\/$/, '') : path
}

/** An address that only the program can tell, such as `{{ page.date | ym }}`. */
export interface UnknownAddress {
  permalink: string
}

/** Returns the folders of content, whatever slashes the configuration has around them. */
export function contentRoots(generator: Generator, site: SourceSite): string[] {
  return generator.content(site).map((one) => one.replace(/^\/|\/$/g, ''))
}

export interface PageFolder extends EntryPlace {
  /** The folder that paths of such pages are relative to, relative to that of the site. */
  folder: string
}

/** A folder directly below the content. */
export interface SectionFacts {
  /** The folder's name; empty for files directly in the content. */
  name: string
  posts: number
  /** The number of posts that have a date. */
  dated: number
  /** The folder's own settings, if it has any. */
  settings: KeyedData | undefined
}

/** The facts that an address is made of. */
export interface AddressFacts {
  data: KeyedData
  /** The post's own permalink, or what the site says of its folder. */
  permalink: SourceValue
  /** The path of the post, relative to the site's folder. */
  path: string
  /** The path relative to the collection, without a language. */
  within: string
  /** The folder of the posts, or of the pages, relative to the site's folder. */
  collection: string
  /** The folder relative to the content: `blog`. */
  section: string
  /** The file's name without its ending, a leading date and a language; the folder's for `index`. */
  stem: string
  /** `2015-03-31`, or with a time, by the clock of the site or of who wrote it. */
  date: string | undefined
  title: string
  categories: readonly string[]
  language: string | undefined
  /** The place of a page. */
  entryOf?: PageFolder | undefined
}

/** The keys of a post's date in blogs whose own code reads front matter. */
export const SITE_DATES: readonly string[] = [
  'date',
  ...STARTS,
  ...'posted postedAt postedOn postDate created createdAt createdDate creationDate dateCreated'.split(' '),
  ...'dateTime added addedAt dateAdded meta.date params.date attributes.date'.split(' '),
]

/** `astro.config.js` and the same in other kinds of JavaScript. */
export function configsOf(name: string): string[] {
  return ['js', 'ts', 'mjs', 'cjs', 'mts'].map((end) => `${name}.${end}`)
}

/** Returns the folders of a page, without that of a bundle. */
export function foldersOf(within: string): string[] {
  return within.split('/').slice(0, /(^|\/)index\.[^/]+$/.test(within) ? -2 : -1)
}

/** `/a//b` → `/a/b`. */
export function joined(...parts: readonly (string | undefined)[]): string {
  return `/${parts.filter(Boolean).join('/')}`.replace(/\/{2,}/g, '/')
}
