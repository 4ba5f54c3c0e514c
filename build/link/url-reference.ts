// A URL in content, and where it leads as far as its spelling tells.
import { dirname, join } from 'node:path/posix'
import type { FilePaths } from '../parse/file.ts'
import type { Data, Path } from '../parse/yaml/positions.ts'
import { type Location, WHOLE_FILE } from '../problems/location.ts'

export interface UrlReference {
  /**
   * A cover (or a portrait) stands in a reply's JSON, a medium or a link in its HTML. A mention is an attribute that
   * readers do not follow: it may lead nowhere.
   */
  kind: 'cover' | 'medium' | 'link' | 'mention'
  /** As written, entities decoded. */
  href: string
  target: UrlTarget
  /** The file that holds it, as messages show it. */
  file: string
  location: Location
}

export type UrlTarget =
  | { to: 'elsewhere' }
  | { to: 'site' }
  /** `path` is that in the workspace, in NFC; `rest` a query and a fragment. */
  | { to: 'file'; path: string; rest: string }
  | { to: 'outside' }

/**
 * Where a URL leads. A path is only compared with those of files that were found: none is made of it that could lead out.
 * @param relativePath the path in the workspace of the file that holds it
 */
export function urlTarget(href: string, relativePath: string): UrlTarget {
  const url = href.trim()
  if (url === '' || /^([?#]|[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url)) return { to: 'elsewhere' }
  if (url.startsWith('/')) return { to: 'site' }
  const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url)!
  const path = join(dirname(relativePath), decoded(written))
  return /^\.\.(\/|$)/.test(path) ? { to: 'outside' } : { to: 'file', path: path.normalize('NFC'), rest }
}

/** As people read it. */
export function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The path of a post's file that a URL leads to, whether there is one or not. */
export function postPathOf(href: string, relativePath: string): string | undefined {
  const target = urlTarget(href, relativePath)
  return target.to === 'file' && target.path.endsWith('.md') ? target.path : undefined
}

/** The image that a key of YAML names; none where it is not written or is empty. */
export function imageReference(
  written: string | undefined,
  data: Data | undefined,
  path: Path,
  { displayPath, relativePath }: FilePaths,
): UrlReference | undefined {
  if (!written) return undefined
  const location = data?.locationOf(path) ?? WHOLE_FILE
  return {
    kind: 'cover',
    href: written,
    target: urlTarget(written, relativePath),
    file: displayPath,
    location,
  }
}
