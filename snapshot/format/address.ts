// Addresses on the site that shows the posts: those of posts by the workspace's `url` pattern, how URLs contain paths, and how
// paths are compared.
import { normalise } from '../../packages/search/basics/normalise.ts'
import { tried } from '../tried.ts'
import type { Instant } from '../types.ts'

/** The facts that the address of a post is made from. */
export interface PublishedPost {
  slug: string
  /** An entry of a declared collection has none: its slug is a path, and takes the place of `{path}`. */
  category?: string | undefined
  publishedAt: Instant
}

/** Dates are in UTC. */
export function postUrl(pattern: string, { slug, category, publishedAt }: PublishedPost): string {
  // The page of the topmost folder has its address: nothing follows in the path, as in `{path}/` or `{path}.html`.
  if (category === undefined && slug === 'index') return pattern.replace(/\{path\}[^?#]*/, '')
  if (category === undefined) return pattern.replaceAll('{path}', encodedNames(slug))
  const [year = '', month = '', day = ''] = new Date(publishedAt).toISOString().slice(0, 10).split('-')
  const values: Record<string, string> = { slug, category, year, month, day }
  return withSlug(pattern).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!))
}

/** Returns a path with each of its names encoded. */
export function encodedNames(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}

/** Appends `/{slug}` to a pattern without it. */
export function withSlug(pattern: string): string {
  return pattern.includes('{slug}') ? pattern : `${pattern.replace(/\/$/, '')}/{slug}`
}

/** Returns the address as browsers write it, in ASCII. */
export function postAddress(pattern: string, post: PublishedPost): string {
  return new URL(postUrl(pattern, post)).href
}

/**
 * Returns the URL that `text` is, alone or where `base` is shown; `undefined` if it is none. Without `URL.canParse`, which in Node
 * 20 rejects strings with Latin-1 letters once it is compiled. Node sorts a host's combining marks in quadratic time, so a host
 * longer than any that exists is none: 253 characters in ASCII, and not four times as many where they are escaped.
 */
export function parsedUrl(text: string, base?: URL): URL | undefined {
  // The host is found as browsers find it, which leave out line breaks and tabs, whatever the slashes.
  const [, host = ''] = /^(?:[\0-\x20a-z0-9+.-]*:)?[\0-\x20/\\]*([^/\\?#]*)/i.exec(text)!
  if (host.length > 1_024) return undefined
  return tried(() => new URL(text, base))
}

/** Returns a path as URLs have it: escapes stay, with capitals, and whatever a path cannot contain becomes one. */
export function encodedPath(path: string): string {
  return path
    .replace(/%[0-9a-f]{2}/gi, (one) => one.toUpperCase())
    .replace(/[^\x21-\x7e]|["#<>?\\`{}]/gu, encodeURIComponent)
}

/**
 * Returns the same for all spellings of a path: whatever is escaped, whether letters are composed (NFC) or not, with or without a
 * slash at its end. A slash that is escaped is part of a name.
 */
export function pathKey(path: string): string {
  const names = path.replace(/\/$/, '').split('/')
  return names.map((name) => encodeURIComponent(normalise(decoded(name)))).join('/')
}

/** Returns a path percent-decoded; unchanged if an escape in it stands for no text. */
export function decoded(path: string): string {
  return tried(() => decodeURIComponent(path)) ?? path
}
