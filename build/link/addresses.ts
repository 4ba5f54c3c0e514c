// The addresses of posts on the site, by the workspace's `url` pattern: present ones, and old ones by their aliases.

import { UNDATED } from '../../snapshot/date.ts'
import { encodedPath, type PublishedPost, pathKey, postUrl, withSlug } from '../../snapshot/format/address.ts'
import type { Redirect } from '../../snapshot/types.ts'
import { type BriefPost, load } from '../compile/brief.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Problem, problemAt, quoted } from '../problems/problem.ts'
import { isPath } from '../schema/alias.ts'
import { slugOf } from '../workspace/taxonomies.ts'
import { type Name, nameKey } from '../workspace/unique.ts'
import type { CheckedPost } from './checked.ts'
import type { LinkedWorkspace } from './resolve.ts'

/**
 * The old addresses of a post, without those that are still its address.
 * @param pattern if it is not known, earlier slugs stand for themselves
 */
export function redirectsTo(
  pattern: string | undefined,
  post: PublishedPost & { aliases: readonly string[] },
  collection?: string,
): Redirect[] {
  if (post.aliases.length === 0) return []
  const present = pattern === undefined ? undefined : new URL(postUrl(pattern, post))
  const to = present ? present.pathname + present.search + present.hash : null
  const known = new Set(present && [pathKey(present.pathname)])
  return post.aliases.flatMap((alias) => {
    const from = oldPath(alias, pattern, post) ?? alias
    const key = pathKey(from)
    if (known.has(key)) return []
    known.add(key)
    return [{ from, to, slug: post.slug, ...(collection && { collection }) }]
  })
}

/** Returns the path of an alias; `undefined` for an earlier slug that is in no path. */
function oldPath(alias: string, pattern: string | undefined, post: PublishedPost): string | undefined {
  if (isPath(alias)) return encodedPath(alias)
  if (pattern === undefined) return undefined
  const [path] = withSlug(pattern).split(/[?#]/)
  if (post.category !== undefined && !path!.includes('{slug}')) return undefined
  return new URL(postUrl(pattern, { ...post, slug: alias })).pathname
}

/** A post with an address, and what leads to it besides. */
interface Addressed {
  file: string
  published: PublishedPost
  aliases: Name[]
}

type AddressedWorkspace = Pick<LinkedWorkspace, 'settings' | 'lists'> & {
  posts: readonly (Pick<CheckedPost, 'file' | 'names' | 'references'> & {
    post: Pick<BriefPost, 'slug' | 'publishedAt'> | undefined
  })[]
}

/** Returns no posts if no alias is a path: then none can clash with an address. */
function mayClash(workspace: AddressedWorkspace): Addressed[] {
  const names = workspace.posts.flatMap((post) => post.names)
  // No other name can be a path.
  return names.some(({ value }) => isPath(value)) ? addressed(workspace) : []
}

function addressed({ settings, lists, posts }: AddressedWorkspace): Addressed[] {
  const { collection } = settings
  return posts.flatMap(({ file, names, post, references }) => {
    if (!post || (post.publishedAt === undefined && !collection)) return []
    const category = references.find(({ kind }) => kind === 'category')
    const { slug, publishedAt = UNDATED } = post
    const named = category ? slugOf(category, lists) : ''
    const published = { slug, publishedAt, category: collection ? undefined : named }
    return [{ file, published, aliases: names.filter(({ kind }) => kind === 'alias') }]
  })
}

function addressKey(url: string, published: PublishedPost): string {
  return pathKey(new URL(postUrl(url, published)).pathname)
}

/** The keys of all paths that lead to a post. */
function keysOf(url: string, { published, aliases }: Addressed): string[] {
  const paths = aliases.flatMap(({ value }) => oldPath(value, url, published) ?? [])
  return [addressKey(url, published), ...paths.map(pathKey)]
}

/** The keys of all paths that lead to posts with a date, now or after a redirect. */
export function pathsToPosts(workspace: AddressedWorkspace, url: string): Set<string> {
  return new Set(addressed(workspace).flatMap((one) => keysOf(url, one)))
}

/** A problem for each post or entry of a family whose address another one has. @param family as linked workspaces have it */
export function sharedAddresses(family: LinkedWorkspace['links']['family']): Problem[] {
  const located = family.filter(({ settings }) => settings.url !== undefined)
  if (located.length < 2) return []
  const holders = new Map<string, string>()
  return located.flatMap(({ settings, lists, posts }) => {
    const own = addressed({ settings, lists, posts: posts.map((one) => ({ ...load(one), post: one.post })) })
    return own.flatMap(({ file, published }): Problem[] => {
      const url = postUrl(settings.url!, published)
      const holder = holders.get(new URL(url).href)
      if (holder === undefined) holders.set(new URL(url).href, file)
      if (holder === undefined) return []
      const message = `Its address ${url} is taken: it is that of ${holder}.`
      const hint = 'Rename one of the files, or change url in workspace.yml.'
      return [problemAt(file, WHOLE_FILE, { code: 'taken-name', message, hint })]
    })
  })
}

/** The files of posts that some path leads to which also leads to one of `files`. */
export function sharingAddresses(workspace: AddressedWorkspace, files: ReadonlySet<string>): string[] {
  const { url } = workspace.settings
  if (url === undefined) return []
  const keyed = mayClash(workspace).map((one) => ({ file: one.file, keys: keysOf(url, one) }))
  const own = new Set(keyed.flatMap(({ file, keys }) => (files.has(file) ? keys : [])))
  return keyed.filter(({ keys }) => keys.some((key) => own.has(key))).map(({ file }) => file)
}

/** The post that a path leads to, by its address or one of its aliases. */
interface Holder {
  owner: string
  what: string
}

/**
 * A problem for each alias whose path leads to another post already. Names that are equal as they are written are reported
 * elsewhere.
 */
export function addressClashes(workspace: AddressedWorkspace): Problem[] {
  const { url } = workspace.settings
  if (url === undefined) return []
  const dated = mayClash(workspace)
  const holders = new Map<string, Holder>()
  for (const { file, published } of dated) {
    const key = addressKey(url, published)
    if (!holders.has(key)) holders.set(key, { owner: file, what: 'address' })
  }
  const written = new Set<string>()
  const holdersOfNames = new Map<string, string>()
  const names = workspace.posts.flatMap((post) => post.names).filter(({ kind }) => kind !== 'id')
  for (const { value, owner } of names.toSorted(
    (a, b) => Number(a.kind === 'alias') - Number(b.kind === 'alias'),
  )) {
    const name = nameKey(value)
    if (!holdersOfNames.has(name)) holdersOfNames.set(name, owner)
  }
  return dated.flatMap(({ published, aliases }) =>
    aliases.flatMap((alias): Problem[] => {
      const path = oldPath(alias.value, url, published)
      if (path === undefined) return []
      const key = pathKey(path)
      const holder = holders.get(key) ?? { owner: alias.owner, what: 'alias' }
      holders.set(key, holder)
      const isRepeated = isPath(alias.value)
        ? written.has(key)
        : holdersOfNames.get(nameKey(alias.value)) !== alias.owner
      if (isPath(alias.value)) written.add(key)
      return holder.owner === alias.owner || isRepeated ? [] : [taken(alias, path, holder)]
    }),
  )
}

function taken({ value, file, location }: Name, path: string, { owner, what }: Holder): Problem {
  const led = isPath(value) ? '' : ` leads from ${path}, which`
  const message = `The alias ${quoted(value)}${led} is taken: it is the ${what} of ${owner}.`
  return problemAt(file, location, { code: 'taken-name', message, hint: 'Remove it.' })
}
