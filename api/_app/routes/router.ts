// Finds the resource that a path names, and the function that handles it. Knows paths, and nothing of content.
import { normalise } from '../../../packages/search/basics/normalise.ts'
import type { Edition } from '../listing/edition.ts'
import type { RouteHandler } from '../listing/exchange.ts'
import { listEntries } from './entries.ts'
import { type FeedName, feed, feedOfEntries, isFeedName } from './feeds.ts'
import { type GroupResource, listGroups, singleGroup } from './groups.ts'
import { llmsFullTxt, llmsTxt } from './llms.ts'
import { currentName, markdownEnding, postOrMarkdown } from './markdown.ts'
import { mcp } from './mcp/mcp.ts'
import { listPosts } from './posts.ts'
import { listRedirects } from './redirects.ts'
import { searchAll } from './search.ts'
import { wholeSearchIndex } from './search-index.ts'
import { sitemap } from './sitemap.ts'
import { suggest } from './suggest.ts'
import { aboutWorkspace, codeStyle, ownOpenapi } from './workspace.ts'

export interface Route {
  /** The word used in the path, `''` for the workspace itself: a single post is found under both `post` and `posts`. */
  word: string
  /** The slug, id or alias of a single resource; `undefined` for a list. */
  name: string | undefined
  /** The declared collection that it is of. */
  collection?: string | undefined
  /** The feed of that resource, if it is requested. */
  feed?: FeedName
  answer: RouteHandler
  /** It takes a body, by POST alone; by default, it is read. */
  isPosted?: boolean | undefined
  /** The current name, if the requested one is an earlier name; the reply is then a redirect. */
  renamedTo?: ((edition: Edition, name: string) => string | undefined) | undefined
}

/** The resource that is requested under a workspace key, whether or not a workspace has that key. */
export interface WorkspaceEndpoint {
  kind: 'workspace'
  /** `''` if it is missing or cannot be decoded. */
  key: string
  /** The path begins with `/v1/` and a key. */
  isVersioned: boolean
  route: Route | undefined
  isCanonical: boolean
}

export type Endpoint = { kind: 'root' | 'status' | 'shared' | 'static' } | WorkspaceEndpoint

/** The handlers for a word: as a list, with the name of an item, and with a feed of that. */
interface Handlers extends Pick<Route, 'renamedTo' | 'isPosted'> {
  list?: RouteHandler
  single?: RouteHandler
  feed?(name: FeedName): RouteHandler
}

const post = { single: postOrMarkdown, renamedTo: currentName }

const handlers: Record<string, Handlers> = {
  post,
  posts: { list: listPosts, ...post },
  categories: groups('categories'),
  tags: groups('tags'),
  authors: groups('authors'),
  series: groups('series'),
  'code.css': { list: codeStyle },
  'openapi.json': { list: ownOpenapi },
  'search-index.json': { list: wholeSearchIndex },
  search: { list: searchAll },
  suggest: { list: suggest },
  redirects: { list: listRedirects },
  'sitemap.xml': { list: sitemap },
  'llms.txt': { list: llmsTxt },
  'llms-full.txt': { list: llmsFullTxt },
  mcp: { list: mcp, isPosted: true },
  'feed.xml': { list: feed('feed.xml') },
  'feed.atom': { list: feed('feed.atom') },
  'feed.json': { list: feed('feed.json') },
}

function groups(kind: GroupResource): Handlers {
  return {
    list: listGroups(kind),
    single: singleGroup(kind),
    feed: (name) => feed(name, kind),
    renamedTo: (edition, name) => edition.presentSlug(kind, name),
  }
}

const staticFolders = new Set(['media', 'openapi.json', 'docs'])

export function endpointOf(path: string): Endpoint {
  if (path === '/') return { kind: 'root' }
  const segments = path.slice(1).split('/')
  const slash = segments.length > 1 && segments.at(-1) === ''
  if (slash) segments.pop()
  const names = segments.map(decodeSegment)
  const [first] = names
  // A workspace may have the key `shared`: it has nothing at this path.
  if ((first === 'status' || first === 'shared') && names.length === 1 && !slash) return { kind: first }
  if (first && staticFolders.has(first)) return { kind: 'static' }
  const isV1 = first === 'v1'
  const [key, ...rest] = isV1 ? names.slice(1) : names
  const isVersioned = isV1 && key !== undefined && key !== ''
  // `/{key}/posts` and `/{key}/v1/posts`, which two families of existing clients use.
  const words = !isV1 && rest[0] === 'v1' ? rest.slice(1) : rest
  const isMoved = words[0] === 'entries' && words[1] === 'posts'
  const found = isMoved ? words.slice(1) : words
  const route = isVersioned && rest.length === 0 ? wholeWorkspace : routeOf(found)
  return { kind: 'workspace', key: key || '', isVersioned, route, isCanonical: isV1 && !slash && !isMoved }
}

const wholeWorkspace: Route = { word: '', name: undefined, answer: aboutWorkspace }

/** @param names decoded segments; `null` for one that cannot be decoded */
function routeOf([word, name, file, ...more]: (string | null)[]): Route | undefined {
  if (word === 'entries')
    return name ? entryRoute(name, file === undefined ? [] : [file, ...more]) : undefined
  if (!word || more.length > 0 || name === '' || name === null || !Object.hasOwn(handlers, word))
    return undefined
  const { list, single, feed, renamedTo, isPosted } = handlers[word]!
  if (file !== undefined) {
    if (!feed || file === null || !isFeedName(file)) return undefined
    return { word, name, feed: file, answer: feed(file), renamedTo }
  }
  const answer = name === undefined ? list : single
  return answer && { word, name, answer, renamedTo, isPosted }
}

/** An entry of a collection with one entry has no name besides that, but may have an ending. */
function entryRoute(collection: string, names: readonly (string | null)[]): Route | undefined {
  if (names.some((name) => !name)) return undefined
  const own = collection.endsWith(markdownEnding) ? collection.slice(0, -markdownEnding.length) : collection
  const name = names.length > 0 ? names.join('/') : own === collection ? undefined : collection
  const ofOne = name !== undefined && isFeedName(name) ? feedOfEntries(name) : postOrMarkdown
  const answer = name === undefined ? listEntries : ofOne
  return { word: 'entries', collection: own, name, answer, renamedTo: currentName }
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
  const { word, collection, name, feed } = route
  const own = collection === undefined || name === undefined ? [name] : name.split('/')
  // The markdown of a collection with one entry is at its own address.
  const before = name === `${collection}${markdownEnding}` ? undefined : collection
  const names = [word || undefined, before, ...own, feed].filter((one) => one !== undefined)
  return `/${['v1', key, ...names].map(encodeURIComponent).join('/')}`
}
