// Finds the file of an earlier workspace that is that of a post, however either of them is called now.
import { encodedPath, pathKey, postUrl } from '../../snapshot/format/address.ts'
import type { EarlierPost, EarlierWorkspace } from './read.ts'

interface Placed {
  /** The file that it would have without an earlier workspace. */
  file: string
  slug: string
  /** The public address first. */
  aliases: readonly string[]
}

/**
 * The files that posts have already, where these are not called as they would be now: moved by hand, or named by another
 * rule. A post is known by its address, its slug, an earlier address or, if it was moved, its file's name, in that order.
 */
export function placesOf<Post extends Placed>(
  posts: readonly Post[],
  earlier: EarlierWorkspace,
): Map<Post, string> {
  const files = new Set(posts.map(({ file }) => file))
  const free = [...earlier.posts.values()].filter(({ file }) => !files.has(file))
  const byName = new Map<string, string>()
  for (const post of free)
    for (const name of [...namesOf(post, earlier), fileName(post)])
      if (!byName.has(name)) byName.set(name, post.file)
  const places = new Map<Post, string>()
  const taken = new Set<string>()
  const ways: ((post: Post) => string[])[] = [
    ({ aliases }) => aliases.slice(0, 1).map(nameOf),
    ({ slug }) => [nameOf(slug)],
    ({ aliases }) => aliases.slice(1).map(nameOf),
    (post) => (earlier.isRemoved(post.file) ? [fileName(post)] : []),
  ]
  const isThere = ({ file }: Post) => earlier.posts.has(file) || earlier.isEdited(file)
  const lost = free.length > 0 ? posts.filter((post) => !isThere(post)) : []
  for (const way of ways)
    for (const post of lost) {
      if (places.has(post)) continue
      const place = way(post)
        .map((name) => byName.get(name))
        .find((file) => file !== undefined && !taken.has(file))
      if (place === undefined) continue
      places.set(post, place)
      taken.add(place)
    }
  return places
}

/** Returns the file's name, with its folder if it is an index.md. No slug and no path has a colon and a space. */
function fileName({ file }: Pick<Placed, 'file'>): string {
  const names = file.split('/').slice(file.endsWith('/index.md') ? -2 : -1)
  return `file: ${names.join('/')}`
}

function namesOf(post: EarlierPost, { settings }: EarlierWorkspace): string[] {
  const url = urlBy(settings.url, post, settings.defaults.category[0]?.target)
  return [...(url === undefined ? [] : [new URL(url).pathname]), post.slug, ...post.aliases].map(nameOf)
}

/** Returns one name for all spellings of a path, and of a slug. */
export function nameOf(alias: string): string {
  return alias.startsWith('/') ? pathKey(encodedPath(alias)) : alias.toLowerCase()
}

/** The public address of a post; `undefined` if none follows from the pattern. */
export function urlBy(
  pattern: string | undefined,
  { slug, publishedAt, category }: Pick<EarlierPost, 'slug' | 'publishedAt' | 'category'>,
  standard: string | undefined,
): string | undefined {
  if (pattern === undefined || publishedAt === undefined) return undefined
  const named = pattern.includes('{path}') ? undefined : (category ?? standard ?? '')
  return postUrl(pattern, { slug, publishedAt, category: named })
}
