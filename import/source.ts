// The vocabulary of an import: a site of another program, its posts, and what is said of each.

import { normalise } from '../packages/search/basics/normalise.ts'
import { decoded } from '../snapshot/format/address.ts'
import type { LeftFile, SourceTree } from './tree.ts'

/** Front matter and configuration, whatever language they are written in: scalars stay text as written. */
export type SourceValue = string | undefined | SourceValue[] | { [key: string]: SourceValue }

/** Data with keys as written; `keyed` finds them without regard to case. */
export type SourceData = Record<string, SourceValue>

/** The languages that a post's text may be written in. */
export type SourceText = 'markdown' | 'mdx' | 'html'

/** The kinds of template tags that a program's texts may contain. */
export type Dialect =
  | 'hugo'
  | 'liquid'
  | 'hexo'
  | 'zola'
  | 'nunjucks'
  | 'forem'
  | 'obsidian'
  | 'mdc'
  | 'python'
  | 'none'

/** A collection of the workspace, and the path of the site that its addresses begin with: empty, or `/docs`. */
export interface EntryPlace {
  collection: string
  base: string
}

/** A post, or an entry of another collection, such as a page. */
export interface SourcePost {
  /** The path of the post, relative to the site's folder, with `/`; for exports, a name such as `post 12`. */
  path: string
  /** The path relative to its collection: `2015/hello.md`, `hello/index.md`. */
  within: string
  /** The folder of its collection, such as `content/blog`. */
  collection: string
  data: SourceData
  /** Further values of an export, of which none means what a key of ours does. */
  meta?: SourceData
  body: string
  text: SourceText
  /** The language of the post, if the site has posts in several. */
  language?: string | undefined
  /** The place of an entry; a post has none. */
  entryOf?: EntryPlace | undefined
  /** The reason that keeps it from the public besides its front matter. */
  hidden?: string | undefined
  /** The reasons that keep it from some places only, besides its front matter. */
  reported?: readonly string[]
  /** Addresses that it had, as paths of the site. The first is the public one, unless that is not known. */
  addresses: string[]
  /** The query by which WordPress finds it besides: `?p=12`. */
  query?: string
  isAddressUnknown?: boolean
  notes: Note[]
  /** The name that clients may know it by, if the source has such names. */
  id?: string | undefined
}

/** The collection of the workspace that it is in. */
export function homeOf({ entryOf }: SourcePost): string {
  return entryOf?.collection ?? 'posts'
}

/** The words for what is in a collection: one, and several. */
export function nounOf(home: string): [one: string, several: string] {
  if (home === 'posts' || home === 'pages') return [home.slice(0, -1), home]
  return [`entry of ${home}`, `entries of ${home}`]
}

export function publicAddress({ addresses, isAddressUnknown }: SourcePost): string | undefined {
  return isAddressUnknown ? undefined : addresses[0]
}

/** The number of aliases that a post may have: see schemas.ts. */
export const MAX_ALIASES = 100

/** A path of the site, without its ending slash, which redirects do not tell apart. */
export function aliasOf(address: string): string {
  const path = normalise(decoded(address.replace(/[?#].*$/s, '').replace(/^(?!\/)/, '/')))
  const bare = path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
  return bare.replace(/[%?#]/g, encodeURIComponent)
}

/** One thing that was mapped, changed or left out. */
export interface Note {
  kind: NoteKind
  message: string
  /** The subject that it has in common with notes on other posts: `{% figure %}`. */
  about?: string
  /** The number of times that it is so in the post, if that is more than one. */
  times?: number
  /** True if what it is about had a caption, which is in the text. */
  hasCaption?: boolean
}

/**
 * `draft`: readers do not see it in the source; `mapped`: nothing is lost; `changed`: readers or clients notice; `missing`:
 * the source lacks it; `left`: it stands in the text as it was; `dropped`: it is not in the text any more.
 */
export type NoteKind = 'draft' | 'mapped' | 'changed' | 'missing' | 'left' | 'dropped'

/** A post as the report names it. */
export interface ImportedPost {
  /** The path of the post, relative to the workspace. */
  file: string
  /** The collection that it is an entry of; a post has none. */
  collection?: string | undefined
  /** The place in the source that it is from. */
  from: string
  isDraft: boolean
  aliases: string[]
  notes: Note[]
}

/** The site as a whole. */
export interface SourceSite {
  tree: SourceTree
  /** The literals of its configuration. */
  config: SourceData
  title: string | undefined
  /** The address of the site without a trailing slash, with its path: `https://example.org/blog`. */
  url: string | undefined
  /** The language of the site, if it says so. */
  language: string | undefined
  /** An IANA name such as `Europe/Berlin`, for dates without a zone. */
  timezone: string | undefined
  /** The author of posts that name none. */
  author: SourceValue
  /** The facts about its authors, by key. */
  authors: Record<string, SourceData>
  /** The slugs of categories and tags by their names, where the source has its own. */
  labelSlugs?: ReadonlyMap<string, string>
}

/** The contents of an export or a folder. */
export interface SourceContent {
  site: SourceSite
  posts: SourcePost[]
  /** Texts outside of the folders of posts of which nothing says that they are pages, by path: listed, not imported. */
  pages: string[]
  /** Files of folders of posts that are no posts, even if posts show them, and pages without a text. */
  left: LeftFile[]
  /** Notes on the import as a whole. */
  notes: Note[]
}

/** Notes something on a post. */
export function say({ notes }: Pick<SourcePost, 'notes'>, ...note: Parameters<typeof noteOf>): void {
  notes.push(noteOf(...note))
}

export function noteOf(kind: NoteKind, message: string, about?: string, times = 1): Note {
  return { kind, message, ...(about !== undefined && { about }), ...(times > 1 && { times }) }
}
