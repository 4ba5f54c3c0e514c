// Which resource a path names. Knows the shape of paths and the keys there are, and nothing of content.
import type { Current } from '../../../snapshot/snapshots.ts'

export type Resource = 'posts' | 'categories' | 'tags' | 'authors'

export interface Route {
  resource: Resource
  /** The word as the path has it: a single post may be asked for below `post` or `posts`. */
  word: string
  /** The slug, id or alias of a single one; `undefined` for the list. */
  name: string | undefined
}

export type Place =
  | { kind: 'root' | 'status' | 'static' | 'unknown' | 'invalid-workspace' }
  | { kind: 'workspace'; folder: string; key: string; route: Route | undefined; canonical: boolean }

const listWords: Record<string, Resource> = {
  posts: 'posts',
  categories: 'categories',
  tags: 'tags',
  authors: 'authors',
}
const singleWords: Record<string, Resource> = { ...listWords, post: 'posts' }
const staticFolders = new Set(['media', 'openapi.json', 'docs'])

/** @param current asked only where a path could name a workspace */
export function locate(path: string, current: () => Current): Place {
  if (path === '/') return { kind: 'root' }
  const segments = path.slice(1).split('/')
  const slash = segments.length > 1 && segments.at(-1) === ''
  if (slash) segments.pop()
  const names = segments.map(decodeSegment)
  const [first] = names
  if (first === 'status' && names.length === 1 && !slash) return { kind: 'status' }
  if (first && staticFolders.has(first)) return { kind: 'static' }
  if (first === 'v1') return versioned(names.slice(1), slash, current())
  return unversioned(names, current())
}

function versioned(names: Names, slash: boolean, current: Current): Place {
  const [key, ...rest] = names
  if (key === undefined || key === '') return { kind: 'unknown' }
  const folder = key === null ? undefined : current.folders.get(key)
  if (key === null || folder === undefined) return { kind: 'invalid-workspace' }
  return { kind: 'workspace', folder, key, route: routeOf(rest), canonical: !slash }
}

/** `/{key}/posts` and `/{key}/v1/posts`, which two families of existing clients ask for. */
function unversioned(names: Names, current: Current): Place {
  const [key, ...rest] = names
  const folder = key ? current.folders.get(key) : undefined
  if (!key || folder === undefined) return { kind: 'unknown' }
  const route = routeOf(rest[0] === 'v1' ? rest.slice(1) : rest)
  return { kind: 'workspace', folder, key, route, canonical: false }
}

/** Decoded segments; `null` where one is not decodable. */
type Names = (string | null)[]

function routeOf(names: Names): Route | undefined {
  const [word, name, ...more] = names
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
