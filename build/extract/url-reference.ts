// A URL in content, and what its syntax says about its target.
import { dirname, join } from 'node:path/posix'
import { normalise } from '../../packages/search/basics/normalise.ts'
import { decoded } from '../../snapshot/format/address.ts'
import type { FilePaths } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { type Location, WHOLE_FILE } from '../problems/location.ts'

export interface UrlReference {
  /**
   * A cover (or a portrait) is in the JSON of a reply, a medium or a link in its HTML. A mention is an attribute that
   * readers do not follow, so its target need not exist. A reference is the value of a field.
   */
  kind: 'cover' | 'medium' | 'link' | 'mention' | 'reference'
  /** The address as written, with entities decoded. */
  href: string
  target: UrlTarget
  /** The file that contains it, as messages show it. */
  file: string
  location: Location
}

export type UrlTarget =
  | { to: 'elsewhere' }
  | { to: 'site' }
  /** `path` is relative to the workspace's folder, in NFC; `rest` is a query and a fragment. */
  | { to: 'file'; path: string; rest: string }
  | { to: 'outside' }
  /** An entry of the first of these collections that has one with this slug. */
  | { to: 'entry'; slug: string; collections: readonly string[] }

/**
 * The target of a URL. Its path is only compared with the paths of known files and never opened.
 * @param relativePath of the file that contains it
 */
export function urlTarget(href: string, relativePath: string): UrlTarget {
  const url = href.trim()
  if (url === '' || /^([?#]|[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url)) return { to: 'elsewhere' }
  if (url.startsWith('/')) return { to: 'site' }
  const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url)!
  const path = join(dirname(relativePath), decoded(written))
  return /^\.\.(\/|$)/.test(path) ? { to: 'outside' } : { to: 'file', path: normalise(path), rest }
}

/** Tells whether an absolute URL begins with an origin. */
export function isOnSite(href: string, site: string | undefined): boolean {
  if (site === undefined) return false
  const start = href.trim().slice(0, site.length + 1)
  return start.toLowerCase() === `${site}/`
}

/** Tells whether an address is one that a template would fill in. */
export function isTemplate(address: string): boolean {
  return /\{\{|\{%|<%|^%=|\$\{/.test(address)
}

/** The path of the post's file that a URL refers to, whether it exists or not. */
export function postPathOf(href: string, relativePath: string): string | undefined {
  const target = urlTarget(href, relativePath)
  return target.to === 'file' && target.path.endsWith('.md') ? target.path : undefined
}

/** The collections whose entries are in no file of their own, or have no path. */
const WITHOUT_PATHS = ['authors', 'categories', 'tags', 'series']

/** The entry that a field refers to: by its slug, or one with a text or of a declared collection by the path of its file. */
export function entryReference(
  href: string,
  collections: readonly string[],
  location: Location,
  { displayPath, relativePath }: FilePaths,
): UrlReference {
  const isPath = collections.some((one) => !WITHOUT_PATHS.includes(one)) && /\.(?:md|ya?ml|json)$/i.test(href)
  const target = isPath ? urlTarget(href, relativePath) : ({ to: 'entry', slug: href, collections } as const)
  return { kind: 'reference', href, target, file: displayPath, location }
}

/** The image that a YAML key refers to; `undefined` if the key is missing or empty. */
export function imageReference(
  written: string | undefined,
  data: Data | undefined,
  path: Path,
  { displayPath, relativePath }: FilePaths,
): UrlReference | undefined {
  if (!written) return undefined
  const location = data?.locationOf(path) ?? WHOLE_FILE
  const target = urlTarget(written, relativePath)
  return { kind: 'cover', href: written, target, file: displayPath, location }
}
