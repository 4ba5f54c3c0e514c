// Decides names: which file each post becomes, with which slug, and which addresses it is reached by from before.
import { basename, dirname, join } from 'node:path/posix'
import { decoded } from '../../snapshot/format/address.ts'
import { isSlug, type SlugStyle, slugify, slugOfFile } from '../schema/slug.ts'
import { noteOf, type SourcePost } from './source.ts'

export interface PlannedPost {
  source: SourcePost
  /** Relative to the workspace: `posts/2015/2015-03-31-hello.md`. */
  file: string
  slug: string
  /** False if the name of the file gives the slug. */
  isSlugWritten: boolean
  /** True for `index.md` in a folder of its own, where its media stay. */
  isBundle: boolean
  aliases: string[]
}

/** At most that many aliases: see schemas.ts. */
const MAX_ALIASES = 100

/** Longer paths are no aliases: see alias.ts. */
const MAX_ALIAS = 800

/**
 * In the order of the posts; each has a name of its own.
 * @param base the path of the site on its host, with which old addresses begin
 */
export function planPosts(posts: readonly SourcePost[], style: SlugStyle, base = ''): PlannedPost[] {
  const files = new Set<string>()
  const slugs = new Set<string>()
  const present = new Map(
    posts.flatMap((post) => post.addresses.slice(0, 1).map((path) => [aliasOf(base + path), post])),
  )
  const addresses = new Set<string>()
  return posts.map((source) => {
    const address = source.addresses[0] ?? '/'
    const wanted = decoded(lastPart(address))
    const slug = unique(slugFor(source, wanted, style), slugs)
    if (slug !== wanted) {
      source.notes.push(noteOf('changed', `The address ends in ${slug}, no longer in ${wanted || '/'}.`))
    }
    const file = fileFor(source, slug, files)
    const aliases = source.addresses
      .map((path) => aliasOf(base + path))
      .filter((alias) => {
        const isTaken = alias === '/' || addresses.has(alias) || (present.get(alias) ?? source) !== source
        addresses.add(alias)
        return !isTaken && alias.length <= MAX_ALIAS
      })
    if (aliases.length > MAX_ALIASES) {
      source.notes.push(
        noteOf('dropped', `${aliases.length - MAX_ALIASES} of its old addresses: a post has at most 100.`),
      )
    }
    return {
      source,
      file,
      slug,
      isSlugWritten: slugOfFile(file.slice('posts/'.length)) !== slug,
      isBundle: isBundle(source) && basename(file) === 'index.md',
      aliases: aliases.slice(0, MAX_ALIASES),
    }
  })
}

/** A path of the site, without its ending slash, which redirects do not tell apart. */
function aliasOf(address: string): string {
  const path = decoded(address.replace(/[?#].*$/, '').replace(/^(?!\/)/, '/')).normalize('NFC')
  return path.length > 1 ? path.replace(/\/+$/, '') || '/' : path
}

/** Relaxed if that keeps the end of an address which is no slug otherwise. */
export function slugStyleOf(posts: readonly SourcePost[]): SlugStyle {
  const names = posts.map(({ addresses }) => decoded(lastPart(addresses[0] ?? '/')))
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

function slugFor({ within, path }: SourcePost, wanted: string, style: SlugStyle): string {
  if (isSlug(wanted, style)) return wanted
  const made =
    slugify(wanted, style) ||
    slugify(basename(within).replace(/\.[^.]+$/, '')) ||
    slugify(dirname(within)) ||
    slugify(path)
  return (made || 'post').slice(0, 200).replace(/-$/, '')
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
function fileFor(source: SourcePost, slug: string, taken: Set<string>): string {
  const parts = source.within.split('/')
  const name = parts.pop()!.replace(/\.[^.]+$/, '')
  const folders = parts.map(cleanName).filter(Boolean)
  const stem = isBundle(source) ? 'index' : cleanName(name) || slug
  const wanted = join('posts', ...folders, stem === 'index' && folders.length === 0 ? slug : stem)
  let file = wanted
  for (let number = 2; taken.has(file.toLowerCase()); number++) {
    file = stem === 'index' ? join(dirname(wanted), `${slug}-${number}`) : `${wanted}-${number}`
  }
  taken.add(file.toLowerCase())
  return `${file}.md`
}

/** Letters, digits, hyphens, dots and underscores; `_` and `.` at the beginning would hide it. */
export function cleanName(name: string): string {
  return name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{Nd}._-]+/gu, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 150)
}
