// Decides names: which file each post becomes, with which slug, and which addresses it is reached by from before.
import { basename, dirname } from 'node:path/posix'
import { isSlug, pathMistake, type SlugStyle, slugify, slugOfFile } from '../build/for-import.ts'
import { decoded, pathKey } from '../snapshot/format/address.ts'
import { placesOf } from './earlier/places.ts'
import type { EarlierWorkspace } from './earlier/read.ts'
import { cleanName, cut, type FileNames, stemOf } from './names.ts'
import {
  aliasOf,
  type EntryPlace,
  homeOf,
  MAX_ALIASES,
  publicAddress,
  type SourcePost,
  say,
} from './source.ts'

export interface PlannedPost {
  source: SourcePost
  /** The path of the post, relative to the workspace: `posts/2015/2015-03-31-hello.md`. */
  file: string
  /** The path of an entry. */
  slug: string
  /** False if the name of the file gives the slug. */
  isSlugWritten: boolean
  /** True for `index.md` in a folder of its own, where its media stay. */
  isBundle: boolean
  aliases: string[]
  /** True if an earlier import wrote its file, and somebody removed it. */
  isRemoved: boolean
}

/** The most bytes of a slug, in UTF-8. */
const MAX_SLUG = 240

/**
 * Plans posts in their order; each has a name of its own.
 * @param base the path of the site on its host, with which old addresses begin
 * @param earlier the workspace whose posts keep their files, by the collection
 */
export function planPosts(
  posts: readonly SourcePost[],
  style: SlugStyle,
  names: FileNames,
  base = '',
  earlier: (collection: string) => EarlierWorkspace | undefined,
): PlannedPost[] {
  const slugs = new Set<string>()
  const present = new Map(
    posts.flatMap((post) => {
      const path = publicAddress(post)
      return path === undefined ? [] : [[pathKey(aliasOf(base + path)), post]]
    }),
  )
  const addresses = new Set<string>()
  const plans = posts.map((source) => {
    const address = publicAddress(source)
    const wanted = decoded(lastPart(address ?? '/'))
    const { entryOf } = source
    const slug = unique(entryOf ? pathFor(source, entryOf, style) : slugFor(source, wanted, style), slugs)
    if (slug !== wanted && address !== undefined && !entryOf) {
      const what = `The address ends in ${slug}, no longer in ${wanted || '/'}.`
      say(source, 'changed', what, 'Another end of the address')
    }
    const file = entryOf ? entryFile(source, slug, names) : fileFor(source, slug, names)
    const aliases = source.addresses
      .map((path) => aliasOf(base + path))
      .filter((alias) => {
        const mistake = alias === '/' ? undefined : pathMistake(alias)
        if (mistake) {
          const shown = cut(alias, 100) + (alias.length > 100 ? '…' : '')
          const what = `Its old address ${shown}: it ${mistake.message}.`
          say(source, 'dropped', what, 'Old addresses that cannot be kept')
        }
        if (mistake || alias === '/') return false
        const key = pathKey(alias)
        const isTaken = addresses.has(key) || (present.get(key) ?? source) !== source
        if (!isTaken) addresses.add(key)
        return !isTaken
      })
    if (aliases.length > MAX_ALIASES) {
      const what = `${aliases.length - MAX_ALIASES} of its old addresses: a post has at most 100.`
      say(source, 'dropped', what, 'Old addresses beyond 100')
    }
    return { source, file, slug: entryOf ? pathOf(file) : slug, aliases: aliases.slice(0, MAX_ALIASES) }
  })
  const places = new Map(
    [...new Set(posts.map(homeOf))].flatMap((home) => {
      const [own, known] = [plans.filter(({ source }) => homeOf(source) === home), earlier(home)]
      return known ? [...placesOf(own, known)] : []
    }),
  )
  return plans.map((plan) => {
    const { source } = plan
    const known = earlier(homeOf(source))
    const file = places.get(plan) ?? plan.file
    const written = known?.isEdited(file) ? known.posts.get(file)?.slug : undefined
    const slug = written || (source.entryOf ? pathOf(file) : plan.slug)
    return {
      ...plan,
      file,
      slug,
      isSlugWritten: !source.entryOf && slugOfFile(file.slice('posts/'.length)) !== slug,
      isBundle: isBundle(source) && basename(file) === 'index.md',
      isRemoved: known?.isRemoved(file) ?? false,
    }
  })
}

/** The path of an entry by that of its file, below the folder of its collection. */
function pathOf(file: string): string {
  return file.replace(/^[^/]*\/|\.md$/g, '').replace(/(?<=.)\/index$/, '')
}

/** The collection, and the path that gives an entry the address it had, as far as a path can. */
function pathFor(source: SourcePost, { collection, base }: EntryPlace, style: SlugStyle): string {
  const { within } = source
  const address = publicAddress(source) ?? `${base}/${within.replace(/\.[^./]+$/, '')}`
  const below = `${address}/`.startsWith(`${base}/`) ? address.slice(base.length) : address
  const names = namesIn(below).map((name) => (isSlug(name, style) ? name : slugify(name, style)))
  return [collection, ...names.filter(Boolean)].join('/').replace(/^[^/]*$/, '$&/index')
}

/** The names in an address of a page. */
function namesIn(address: string): string[] {
  return decoded(address)
    .replace(/(?:^|\/)_?index(?:\.html?)?$|\.html?$/, '')
    .split('/')
    .filter(Boolean)
}

/** @param path with the collection before it */
function entryFile({ within }: SourcePost, path: string, names: FileNames): string {
  const isFolder = /(?:^|\/)_?index\.[^/]+$/i.test(within) && !path.endsWith('/index')
  const parts = (isFolder ? `${path}/index` : path).split('/').map((name) => cleanName(name) || 'page')
  const stem = parts.pop()!
  return names.file(parts, stem, '.md', stem)
}

/** Relaxed if that keeps the end of an address which is no slug otherwise. */
export function slugStyleOf(posts: readonly SourcePost[]): SlugStyle {
  const names = posts.flatMap((post) => {
    const address = publicAddress(post) ?? '/'
    return post.entryOf ? namesIn(address) : decoded(lastPart(address))
  })
  return names.some((name) => !isSlug(name) && isSlug(name, 'relaxed')) ? 'relaxed' : 'strict'
}

function lastPart(address: string): string {
  return (
    address
      .replace(/\/(?:index\.html?)?$/, '')
      .replace(/\.html?$/, '')
      .split('/')
      .at(-1) ?? ''
  )
}

function slugFor({ within, path, collection }: SourcePost, wanted: string, style: SlugStyle): string {
  if (isSlug(wanted, style) && Buffer.byteLength(wanted) <= MAX_SLUG) return wanted
  const made =
    slugify(wanted, style) ||
    slugify(stemOf(within, collection), style) ||
    slugify(dirname(within)) ||
    slugify(path.replace(/\.[^.]+$/, ''))
  return cut(made || 'post', MAX_SLUG).replace(/[-.]+$/, '')
}

function unique(wanted: string, taken: Set<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${wanted}-${number}`
  taken.add(name.toLowerCase())
  return name
}

function isBundle({ within }: SourcePost): boolean {
  return /(^|\/)index\.[^/]+$/i.test(within) && within.includes('/')
}

/** Folders and names stay, but for what a file of ours cannot be called. */
function fileFor(source: SourcePost, slug: string, names: FileNames): string {
  const parts = source.within.split('/')
  const name = parts.pop()!.replace(/\.[^.]+$/, '')
  const folders = parts.map(cleanName).filter(Boolean)
  const own = cleanName(slug) || 'post'
  const stem = isBundle(source) ? 'index' : cleanName(name) || own
  const isAlone = stem === 'index' && folders.length === 0
  return names.file(['posts', ...folders], isAlone ? own : stem, '.md', stem === 'index' ? own : stem)
}
