// Finds what a reference of the source means: another post, a file to copy, or a page of the site.
import { dirname, join } from 'node:path/posix'
import { isMedia } from '../../build/discover/media-type.ts'
import { decoded } from '../../snapshot/format/address.ts'
import { folded } from './names.ts'
import { publicAddress, type SourcePost, type SourceSite } from './source.ts'
import type { SourceFile, SourceTree } from './tree.ts'

export type SourceTarget =
  | { to: 'post'; post: SourcePost; rest: string }
  | { to: 'file'; file: SourceFile; rest: string }
  /** A path of the site; `isFile` if something should have been there to copy. */
  | { to: 'site'; path: string; isFile: boolean }
  | { to: 'elsewhere' }

export interface AddressBook {
  targetOf: (href: string, from: SourcePost) => SourceTarget
  /** A post by its path, its name or its slug, as tags name it. */
  postNamed: (name: string, from: SourcePost) => SourcePost | undefined
}

/** Beginnings that bundlers take for the folder of the site or of its sources. */
const ALIASES: [RegExp, readonly string[]][] = [
  [/^@site\//, ['']],
  [/^@\//, ['content/', 'src/', '']],
  [/^~\//, ['src/', '', 'app/']],
]

/** @param statics folders of `tree` that are published at the root; those of further trees are */
export function addressBook(
  posts: readonly SourcePost[],
  site: SourceSite,
  statics: readonly string[],
  further: readonly SourceTree[],
): AddressBook {
  const { tree } = site
  const byAddress = new Map<string, SourcePost>()
  const byPath = new Map(posts.map((post) => [key(post.path), post]))
  const byName = new Map<string, SourcePost>()
  for (const post of posts) {
    for (const address of post.addresses) if (!byAddress.has(key(address))) byAddress.set(key(address), post)
    for (const name of namesOf(post)) if (!byName.has(name)) byName.set(name, post)
  }
  const base = site.url ? new URL(site.url).pathname.replace(/\/$/, '') : ''
  const host = site.url && new URL(site.url).host.replace(/^www\./, '')

  const postAt = (path: string) =>
    byAddress.get(key(path)) ??
    (path.startsWith(`${base}/`) ? byAddress.get(key(path.slice(base.length))) : undefined)

  const fileAt = (path: string, from: SourcePost): SourceFile | undefined => {
    if (!isMedia(path)) return undefined
    const bare = decoded(path).replace(/^\/+/, '')
    const beside = [dirname(from.path), join(dirname(from.path), nameOf(from))].map((folder) =>
      join(folder, bare),
    )
    const published = path.startsWith('/') ? [] : beside
    const based = path.startsWith(`${base}/`) ? [decoded(path.slice(base.length + 1))] : []
    const places = statics.flatMap((folder) => [bare, ...based].map((one) => join(folder, one)))
    for (const place of [...published, ...places]) {
      const file = tree.at(place)
      if (file) return file
    }
    for (const other of further) {
      const file = other.at(bare) ?? other.mediaNamed(bare)[0] ?? uploaded(bare, other)
      if (file) return file
    }
    // Sites publish folders under other names: the end of a path, if it is of two parts or more, tells the file.
    const end = bare.replace(/^(?:\.{1,2}\/)+/, '')
    const alike = tree.mediaNamed(end)
    return end.includes('/') || alike.length === 1 ? alike[0] : undefined
  }

  const targetOf = (written: string, from: SourcePost): SourceTarget => {
    const href = written.trim().replaceAll('&amp;', '&')
    if (href === '' || href.startsWith('#') || href.startsWith('?')) return { to: 'elsewhere' }
    const own = /^(?:https?:)?\/\/([^/?#]*)([^?#]*)(.*)/is.exec(href)
    if (own) return atHost(own, from)
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { to: 'elsewhere' }
    const [, path = '', rest = ''] = /([^?#]*)(.*)/s.exec(href)!
    for (const [alias, places] of ALIASES) {
      if (!alias.test(path)) continue
      for (const place of places) {
        const found = sourceFile(place + path.replace(alias, ''), rest)
        if (found) return found
      }
    }
    const source = path.startsWith('/')
      ? undefined
      : sourceFile(join(dirname(from.path), decoded(path)), rest)
    if (source) return source
    const below = path.startsWith('/') ? path : resolvePath(path, from)
    const absolute = path === below ? path : base + below
    const post = postAt(absolute) ?? (/\.mdx?$/i.test(path) ? bySourcePath(path, from) : undefined)
    if (post) return { to: 'post', post, rest: rest.replace(/^\?[^#]*/, '') }
    const file = fileAt(path, from) ?? fileAt(below, from)
    if (file) return { to: 'file', file, rest }
    return { to: 'site', path: absolute + rest, isFile: isMedia(path) }
  }

  /** A source file, as bundlers and other markdown name it. */
  const sourceFile = (path: string, rest: string): SourceTarget | undefined => {
    const post = byPath.get(key(path)) ?? byPath.get(key(join(path, 'index.md')))
    if (post) return { to: 'post', post, rest }
    const file = isMedia(path) ? tree.at(path) : undefined
    return file && { to: 'file', file, rest }
  }

  const bySourcePath = (path: string, from: SourcePost): SourcePost | undefined => {
    const bare = path.replace(/^\//, '')
    return (
      byPath.get(key(bare)) ??
      byPath.get(key(join(from.collection, bare))) ??
      byPath.get(key(`content/${bare}`)) ??
      byName.get(key(bare))
    )
  }

  /** Whole addresses of the site itself. */
  const atHost = ([, other = '', path = '', rest = '']: RegExpExecArray, from: SourcePost): SourceTarget => {
    if (other.toLowerCase().replace(/^www\./, '') !== host) return { to: 'elsewhere' }
    const post = postAt(path)
    if (post) return { to: 'post', post, rest: rest.replace(/^\?[^#]*/, '') }
    const file = fileAt(path, from)
    return file ? { to: 'file', file, rest } : { to: 'elsewhere' }
  }

  const postNamed = (name: string, from: SourcePost) => {
    const bare = name.replace(/^\/+|\/+$/g, '').replace(/^@\//, 'content/')
    return bySourcePath(bare, from) ?? byName.get(key(bare.split('/').at(-1)!)) ?? postAt(`/${bare}`)
  }

  return { targetOf, postNamed }
}

/** WordPress and Ghost keep files below a folder for uploads. */
function uploaded(path: string, tree: SourceTree): SourceFile | undefined {
  const below = /(?:^|\/)(?:uploads|content\/images|images)\/(.+)/.exec(path)?.[1]
  return below === undefined ? undefined : (tree.at(below) ?? tree.mediaNamed(below)[0])
}

/** A path relative to the public address of a post. */
function resolvePath(path: string, from: SourcePost): string {
  const own = publicAddress(from) ?? '/'
  const folder = own.endsWith('/') ? own : `${dirname(own)}/`
  return join('/', folder, path)
}

function namesOf(post: SourcePost): string[] {
  const { within } = post
  const file = within.replace(/\.[^./]+$/, '').replace(/\/(?:_?index)$/, '')
  const name = file.split('/').at(-1)!
  const bare = name.replace(/^\d{4}-\d{1,2}-\d{1,2}-/, '')
  const slug = publicAddress(post)?.replace(/\/$/, '').split('/').at(-1) ?? ''
  return [within, file, name, bare, slug].map(key)
}

function nameOf({ within }: SourcePost): string {
  return within
    .split('/')
    .at(-1)!
    .replace(/\.[^.]+$/, '')
}

/** Addresses without what does not tell pages apart. */
export function key(path: string): string {
  return folded(decoded(path))
    .replace(/[?#].*$/, '')
    .replace(/(?:^|\/)index\.html?$/, '')
    .replace(/\.(?:html?|mdx?)$/, '')
    .replace(/^\/+|\/+$/g, '')
}
