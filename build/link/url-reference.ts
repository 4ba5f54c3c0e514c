// Where a URL in content leads: elsewhere, to the workspace's site, or to another of its files.
import { dirname, join } from 'node:path/posix'
import type { Data, Path } from '../data.ts'
import type { ContentFile } from '../file.ts'
import { type Place, TOP } from '../place.ts'

/** A URL that a file names. */
export interface Target {
  /**
   * A cover (or a portrait) stands in a reply's JSON, a medium or a link in its HTML. A mention is an attribute that
   * readers do not follow: it may lead nowhere.
   */
  kind: 'cover' | 'medium' | 'link' | 'mention'
  /** As written, entities decoded. */
  href: string
  /** The file that names it: as messages show it, and its path in the workspace. */
  file: string
  inside: string
  place: Place
}

export type Way =
  | { to: 'elsewhere' }
  | { to: 'site' }
  /** `path` is that in the workspace; `rest` a query and a fragment. */
  | { to: 'file'; path: string; rest: string }
  | { to: 'outside' }

/** The image that a key of YAML names; `otherwise` where it is not written, none where it is written empty. */
export function pictureOf(
  written: string | undefined,
  data: Data | undefined,
  path: Path,
  { shown, inside }: Pick<ContentFile, 'shown' | 'inside'>,
  otherwise?: Target,
): Target | undefined {
  if (written === undefined) return otherwise
  return written === ''
    ? undefined
    : { kind: 'cover', href: written, file: shown, inside, place: data?.place(path) ?? TOP }
}

/** A path is only compared with those of files that were found: none is made of it that could lead out. */
export function wayOf({ href, inside }: Pick<Target, 'href' | 'inside'>): Way {
  const url = href.trim()
  if (url === '' || /^([?#]|[a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(url)) return { to: 'elsewhere' }
  if (url.startsWith('/')) return { to: 'site' }
  const [, written = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(url)!
  const path = join(dirname(inside), decoded(written))
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
