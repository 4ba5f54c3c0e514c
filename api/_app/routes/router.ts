// Which resource a path names, and which function handles it. Knows paths, and nothing of content.
import type { RouteHandler } from '../exchange.ts'
import type { Edition } from '../listing/edition.ts'
import { listGroups, singleGroup } from './groups.ts'
import { currentSlug, singlePost } from './post.ts'
import { listPosts } from './posts.ts'
import { listRedirects } from './redirects.ts'
import { wholeSearchIndex } from './search-index.ts'
import { suggest } from './suggest.ts'

export type Resource =
  | 'posts'
  | 'categories'
  | 'tags'
  | 'authors'
  | 'searchIndex'
  | 'suggestions'
  | 'redirects'

export interface Route {
  resource: Resource
  /** The word used in the path: a single post is found under both `post` and `posts`. */
  word: string
  /** The slug, id or alias of a single resource; `undefined` for a list. */
  name: string | undefined
}

/** What is requested under a workspace key, whether or not a workspace has that key. */
export interface WorkspaceEndpoint {
  kind: 'workspace'
  /** `''` if it is missing or cannot be decoded. */
  key: string
  /** The path begins with `/v1/` and a key. */
  isVersioned: boolean
  route: Route | undefined
  isCanonical: boolean
}

export type Endpoint = { kind: 'root' | 'status' | 'static' } | WorkspaceEndpoint

interface Handlers {
  list: RouteHandler
  /** If the resource has items. */
  single?: RouteHandler
  /** The current name, if the requested one is an earlier name; the reply is then a redirect. */
  renamedTo?(edition: Edition, name: string): string | undefined
}

export const handlers: Record<Resource, Handlers> = {
  posts: { list: listPosts, single: singlePost, renamedTo: currentSlug },
  categories: { list: listGroups('categories'), single: singleGroup('categories') },
  tags: { list: listGroups('tags'), single: singleGroup('tags') },
  authors: { list: listGroups('authors'), single: singleGroup('authors') },
  searchIndex: { list: wholeSearchIndex },
  suggestions: { list: suggest },
  redirects: { list: listRedirects },
}

const both: Record<string, Resource> = {
  posts: 'posts',
  categories: 'categories',
  tags: 'tags',
  authors: 'authors',
}
const listWords: Record<string, Resource> = {
  ...both,
  'search-index.json': 'searchIndex',
  suggest: 'suggestions',
  redirects: 'redirects',
}
const singleWords: Record<string, Resource> = { ...both, post: 'posts' }
const staticFolders = new Set(['media', 'openapi.json', 'docs'])

export function endpointOf(path: string): Endpoint {
  if (path === '/') return { kind: 'root' }
  const segments = path.slice(1).split('/')
  const slash = segments.length > 1 && segments.at(-1) === ''
  if (slash) segments.pop()
  const names = segments.map(decodeSegment)
  const [first] = names
  if (first === 'status' && names.length === 1 && !slash) return { kind: 'status' }
  if (first && staticFolders.has(first)) return { kind: 'static' }
  return first === 'v1' ? versioned(names.slice(1), slash) : unversioned(names)
}

/** Decoded segments; `null` for one that cannot be decoded. */
type Names = (string | null)[]

function versioned([key, ...rest]: Names, slash: boolean): WorkspaceEndpoint {
  const isVersioned = key !== undefined && key !== ''
  return { kind: 'workspace', key: key || '', isVersioned, route: routeOf(rest), isCanonical: !slash }
}

/** `/{key}/posts` and `/{key}/v1/posts`, which two families of existing clients use. */
function unversioned([key, ...rest]: Names): WorkspaceEndpoint {
  const route = routeOf(rest[0] === 'v1' ? rest.slice(1) : rest)
  return { kind: 'workspace', key: key || '', isVersioned: false, route, isCanonical: false }
}

function routeOf([word, name, ...more]: Names): Route | undefined {
  if (!word || more.length > 0 || name === '' || name === null) return undefined
  const words = name === undefined ? listWords : singleWords
  const resource = Object.hasOwn(words, word) ? words[word] : undefined
  return resource && { resource, word, name }
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment).normalize('NFC')
  } catch {
    return null
  }
}

/** The path of a route: each name encoded as one segment, with exactly one leading slash. */
export function pathTo(key: string, route: Route): string {
  const names = ['v1', key, route.word, ...(route.name === undefined ? [] : [route.name])]
  return `/${names.map(encodeURIComponent).join('/')}`
}
