// What the targets of one workspace's files lead to.
import type { Compiled } from '../compile.ts'
import type { Medium } from '../media.ts'
import type { Parts } from '../parts.ts'
import { type Target, wayOf } from './url-reference.ts'

export type Destination =
  /** An address as it stands. */
  | { kind: 'url'; url: string }
  /** `rest` is a query and a fragment. */
  | { kind: 'medium'; medium: Medium; rest: string }
  | { kind: 'post'; to: Compiled; rest: string }
  /** A page or a file of the site where it is not known what the site is. */
  | { kind: 'unknown-site' }
  | { kind: 'outside' }
  /** No file, and no medium that could be read. */
  | { kind: 'nothing'; path: string }

export type Follow = (target: Pick<Target, 'href' | 'inside'>) => Destination

export function follower({
  settings,
  compiled,
  media,
}: Pick<Parts, 'settings' | 'compiled' | 'media'>): Follow {
  const posts = new Map(compiled.map((post) => [post.inside.normalize('NFC'), post]))
  const origin = settings.url === undefined ? undefined : originOf(settings.url)
  return (target) => {
    const way = wayOf(target)
    switch (way.to) {
      case 'elsewhere':
        return { kind: 'url', url: target.href }
      case 'site':
        return origin === undefined
          ? { kind: 'unknown-site' }
          : { kind: 'url', url: origin + target.href.trim() }
      case 'outside':
        return { kind: 'outside' }
    }
    const medium = media.get(way.path)
    if (medium) return { kind: 'medium', medium, rest: way.rest }
    const to = posts.get(way.path)
    return to ? { kind: 'post', to, rest: way.rest } : { kind: 'nothing', path: way.path }
  }
}

function originOf(pattern: string): string {
  return new URL(pattern.replace(/\{\w+\}/g, 'x')).origin
}
