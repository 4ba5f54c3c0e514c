// Which resource a path names, and which function answers for it. Knows the shape of paths, and nothing of content.
import type { RouteHandler } from '../exchange.ts'
import type { Edition } from '../listing/edition.ts'
import { listGroups, singleGroup } from './groups.ts'
import { presentSlug, singlePost } from './post.ts'
import { listPosts } from './posts.ts'

export type Resource = 'posts' | 'categories' | 'tags' | 'authors'

export interface Route {
  resource: Resource
  /** The word as the path has it: a single post may be asked for below `post` or `posts`. */
  word: string
  /** The slug, id or alias of a single one; `undefined` for the list. */
  name: string | undefined
}

/** What is asked for below the key of a workspace, if there is one of that key. */
export interface WorkspaceEndpoint {
  kind: 'workspace'
  /** `''` where it is missing or cannot be decoded. */
  key: string
  /** The path begins with `/v1/`, and with a key. */
  isVersioned: boolean
  route: Route | undefined
  isCanonical: boolean
}

export type Endpoint = { kind: 'root' | 'status' | 'static' } | WorkspaceEndpoint

interface Handlers {
  list: RouteHandler
  single: RouteHandler
  /** The name a single one has now, where the one asked for is an earlier one: a redirect. */
  moved?(edition: Edition, name: string): string | undefined
}

export const handlers: Record<Resource, Handlers> = {
  posts: { list: listPosts, single: singlePost, moved: presentSlug },
  categories: { list: listGroups('categories'), single: singleGroup('categories') },
  tags: { list: listGroups('tags'), single: singleGroup('tags') },
  authors: { list: listGroups('authors'), single: singleGroup('authors') },
}

const listWords: Record<string, Resource> = {
  posts: 'posts',
  categories: 'categories',
  tags: 'tags',
  authors: 'authors',
}
const singleWords: Record<string, Resource> = { ...listWords, post: 'posts' }
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

/** Decoded segments; `null` where one is not decodable. */
type Names = (string | null)[]

function versioned([key, ...rest]: Names, slash: boolean): WorkspaceEndpoint {
  const isVersioned = key !== undefined && key !== ''
  return { kind: 'workspace', key: key || '', isVersioned, route: routeOf(rest), isCanonical: !slash }
}

/** `/{key}/posts` and `/{key}/v1/posts`, which two families of existing clients ask for. */
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

/** The path of a route: each name encoded as one segment, with exactly one slash at its beginning. */
export function pathTo(key: string, route: Route): string {
  const names = ['v1', key, route.word, ...(route.name === undefined ? [] : [route.name])]
  return `/${names.map(encodeURIComponent).join('/')}`
}
