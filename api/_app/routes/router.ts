// Which resource a path names, and which function handles it. Knows paths, and nothing of content.
import { normalise } from '../../../packages/search/basics/normalise.ts'
import type { Edition } from '../listing/edition.ts'
import type { RouteHandler } from '../listing/exchange.ts'
import { type FeedName, feed, groupFeed, isFeedName } from './feeds.ts'
import { type GroupResource, listGroups, singleGroup } from './groups.ts'
import { llmsTxt } from './llms.ts'
import { currentName, postOrMarkdown } from './markdown.ts'
import { listPosts } from './posts.ts'
import { listRedirects } from './redirects.ts'
import { wholeSearchIndex } from './search-index.ts'
import { sitemap } from './sitemap.ts'
import { suggest } from './suggest.ts'
import { aboutWorkspace } from './workspace.ts'

export type Resource =
  | 'workspace'
  | 'posts'
  | 'categories'
  | 'tags'
  | 'authors'
  | 'searchIndex'
  | 'suggestions'
  | 'redirects'
  | 'sitemap'
  | 'llms'
  | FeedName

export interface Route {
  resource: Resource
  /** The word used in the path, `''` for the workspace itself: a single post is found under both `post` and `posts`. */
  word: string
  /** The slug, id or alias of a single resource; `undefined` for a list. */
  name: string | undefined
  /** The feed of that resource, if it is requested. */
  feed?: FeedName
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

const handlers: Record<Resource, Handlers> = {
  workspace: { list: aboutWorkspace },
  posts: { list: listPosts, single: postOrMarkdown, renamedTo: currentName },
  categories: groups('categories'),
  tags: groups('tags'),
  authors: groups('authors'),
  searchIndex: { list: wholeSearchIndex },
  suggestions: { list: suggest },
  redirects: { list: listRedirects },
  sitemap: { list: sitemap },
  llms: { list: llmsTxt },
  'feed.xml': { list: feed('feed.xml') },
  'feed.atom': { list: feed('feed.atom') },
  'feed.json': { list: feed('feed.json') },
}

function groups(kind: GroupResource): Handlers {
  const renamedTo: Handlers['renamedTo'] = (edition, name) => edition.presentSlug(kind, name)
  return { list: listGroups(kind), single: singleGroup(kind), renamedTo }
}

/** What answers, and by the resource's current name if the requested one is an earlier name. */
export function handlerOf({ resource, name, feed }: Route): RouteHandler {
  const { list, single } = handlers[resource]
  if (feed !== undefined) return groupFeed(feed, resource as GroupResource)
  return name !== undefined && single ? single : list
}

/** The current name of what a route names, if the requested one is an earlier name; the reply is then a redirect. */
export function renamedIn({ resource, name }: Route, edition: Edition): string | undefined {
  return name === undefined ? undefined : handlers[resource].renamedTo?.(edition, name)
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
  'sitemap.xml': 'sitemap',
  'llms.txt': 'llms',
  'feed.xml': 'feed.xml',
  'feed.atom': 'feed.atom',
  'feed.json': 'feed.json',
}
const singleWords: Record<string, Resource> = { ...both, post: 'posts' }
const groupWords: Record<string, GroupResource> = {
  categories: 'categories',
  tags: 'tags',
  authors: 'authors',
}
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
  const route = isVersioned && rest.length === 0 ? wholeWorkspace : routeOf(rest)
  return { kind: 'workspace', key: key || '', isVersioned, route, isCanonical: !slash }
}

const wholeWorkspace: Route = { resource: 'workspace', word: '', name: undefined }

/** `/{key}/posts` and `/{key}/v1/posts`, which two families of existing clients use. */
function unversioned([key, ...rest]: Names): WorkspaceEndpoint {
  const route = routeOf(rest[0] === 'v1' ? rest.slice(1) : rest)
  return { kind: 'workspace', key: key || '', isVersioned: false, route, isCanonical: false }
}

function routeOf([word, name, file, ...more]: Names): Route | undefined {
  if (!word || more.length > 0 || name === '' || name === null) return undefined
  if (file !== undefined) return feedRoute(word, name, file)
  const words = name === undefined ? listWords : singleWords
  const resource = Object.hasOwn(words, word) ? words[word] : undefined
  return resource && { resource, word, name }
}

function feedRoute(word: string, name: string | undefined, file: string | null): Route | undefined {
  const resource = Object.hasOwn(groupWords, word) ? groupWords[word] : undefined
  return resource && file !== null && isFeedName(file) ? { resource, word, name, feed: file } : undefined
}

function decodeSegment(segment: string): string | null {
  try {
    return normalise(decodeURIComponent(segment))
  } catch {
    return null
  }
}

/** The path of a route: each name encoded as one segment, with exactly one leading slash. */
export function pathTo(key: string, route: Route): string {
  const names = [route.word || undefined, route.name, route.feed].filter((name) => name !== undefined)
  return `/${['v1', key, ...names].map(encodeURIComponent).join('/')}`
}
