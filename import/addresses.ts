// Finds what a reference of the source means: another post, a file to copy, or a page of the site.
import { dirname, join } from 'node:path/posix'
import { isMedia } from '../build/for-import.ts'
import { decoded } from '../snapshot/format/address.ts'
import { basePathOf } from './generators/configuration.ts'
import { folded } from './names.ts'
import { publicAddress, type SourcePost, type SourceSite } from './source.ts'
import type { SourceFile, SourceTree } from './tree.ts'

export type SourceTarget =
  | { to: 'post'; post: SourcePost; rest: string }
  | { to: 'file'; file: SourceFile; rest: string }
  /** A path of the site; `isFile` if something should have been there to copy. */
  | { to: 'site'; path: string; isFile: boolean }
  | { to: 'elsewhere' }

/** Beginnings that bundlers take for the folder of the site or of its sources. */
const ALIASES: [RegExp, readonly string[]][] = [
  [/^@site\//, ['']],
  [/^@\//, ['content/', 'src/', '']],
  [/^~\//, ['src/', '', 'app/']],
]

/** The beginning of Pelican's links to sources: with a slash behind it they start at the folder of content, else at the post. */
const PELICAN = /^(?:\{|%7B|\|)(?:filename|static|attach)(?:\}|%7D|\|)(\/?)/i

export class AddressBook {
  readonly #tree: SourceTree
  readonly #statics: readonly string[]
  readonly #further: readonly SourceTree[]
  readonly #byAddress = new Map<string, SourcePost>()
  readonly #byQuery = new Map<string, SourcePost>()
  readonly #byPath: ReadonlyMap<string, SourcePost>
  readonly #byName = new Map<string, SourcePost>()
  /** The path of the site, and its host. */
  readonly #base: string
  readonly #host: string | undefined

  /** @param statics folders of `tree` that are published at the root; those of further trees are */
  constructor(
    posts: readonly SourcePost[],
    site: SourceSite,
    statics: readonly string[],
    further: readonly SourceTree[],
  ) {
    this.#tree = site.tree
    this.#statics = statics
    this.#further = further
    this.#byPath = new Map(posts.map((post) => [key(post.path), post]))
    for (const post of posts) {
      addFirst(this.#byAddress, post.addresses.map(key), post)
      if (post.query !== undefined) addFirst(this.#byQuery, [post.query], post)
      addFirst(this.#byName, namesOf(post), post)
    }
    this.#base = basePathOf(site)
    this.#host = site.url && new URL(site.url).host.replace(/^www\./, '')
  }

  targetOf(written: string, from: SourcePost): SourceTarget {
    const href = written
      .trim()
      .replaceAll('&amp;', '&')
      .replace(PELICAN, (_sign, slash: string) => slash && '@/')
    if (href === '' || href.startsWith('#') || href.startsWith('?')) return { to: 'elsewhere' }
    const [, name, behind = ''] = /^link:\/\/(?:slug|filename)\/([^?#]+)(.*)/s.exec(href) ?? []
    const named = name === undefined ? undefined : this.postNamed(name, from)
    if (named) return { to: 'post', post: named, rest: behind }
    const own = /^(?:https?:)?\/\/([^/?#]*)([^?#]*)(.*)/is.exec(href)
    if (own) return this.#atHost(own, from)
    if (/^[a-z][a-z0-9+.-]*:/i.test(href)) return { to: 'elsewhere' }
    const [, path = '', rest = ''] = /([^?#]*)(.*)/s.exec(href)!
    return this.#inSources(path, rest, from) ?? this.#published(path, rest, from)
  }

  /** A post by its path, its name or its slug, as tags name it. */
  postNamed(name: string, from: SourcePost): SourcePost | undefined {
    const bare = name.replace(/^\/+|\/+$/g, '').replace(/^@\//, 'content/')
    return (
      this.#bySourcePath(bare, from) ??
      this.#byName.get(key(bare.split('/').at(-1)!)) ??
      this.#byAddress.get(key(`/${bare}`)) ??
      this.#postAt(`/${bare}`)
    )
  }

  /** A source file, as bundlers and other markdown name it. */
  #inSources(path: string, rest: string, from: SourcePost): SourceTarget | undefined {
    const aliased = ALIASES.filter(([alias]) => alias.test(path)).flatMap(([alias, places]) =>
      places.map((place) => place + path.replace(alias, '')),
    )
    const beside = path.startsWith('/') ? [] : [join(dirname(from.path), decoded(path))]
    for (const place of [...aliased, ...beside]) {
      const post = this.#byPath.get(key(place)) ?? this.#byPath.get(key(join(place, 'index.md')))
      if (post) return { to: 'post', post, rest }
      const file = isMedia(place) ? this.#tree.at(place) : undefined
      if (file) return { to: 'file', file, rest }
    }
    return undefined
  }

  /** Finds what is at an address of the site. */
  #published(path: string, rest: string, from: SourcePost): SourceTarget {
    const below = path.startsWith('/') ? path : resolvePath(path, from)
    const absolute = path === below ? path : this.#base + below
    const post =
      this.#postAt(absolute, rest) ?? (/\.mdx?$/i.test(path) ? this.#bySourcePath(path, from) : undefined)
    if (post) return { to: 'post', post, rest: rest.replace(/^\?[^#]*/, '') }
    const file = this.#fileAt(path, from) ?? this.#fileAt(below, from)
    return file ? { to: 'file', file, rest } : { to: 'site', path: absolute + rest, isFile: isMedia(path) }
  }

  /** Whole addresses of the site itself. */
  #atHost([, other = '', path = '', rest = '']: RegExpExecArray, from: SourcePost): SourceTarget {
    if (other.toLowerCase().replace(/^www\./, '') !== this.#host) return { to: 'elsewhere' }
    const post = this.#postAt(path, rest)
    if (post) return { to: 'post', post, rest: rest.replace(/^\?[^#]*/, '') }
    const file = this.#fileAt(path, from)
    return file ? { to: 'file', file, rest } : { to: 'elsewhere' }
  }

  /** Finds a post by a path. One beside that of the site is of another site on its host, even if a post has its end. */
  #postAt(path: string, rest = ''): SourcePost | undefined {
    const base = this.#base
    return (
      this.#byQuery.get(/^\?p=\d+(?=#|&|$)/.exec(rest)?.[0] ?? '') ??
      (path.startsWith(`${base}/`) ? this.#byAddress.get(key(path.slice(base.length))) : undefined)
    )
  }

  #fileAt(path: string, from: SourcePost): SourceFile | undefined {
    if (!isMedia(path)) return undefined
    const bare = decoded(path).replace(/^\/+/, '')
    const own = [dirname(from.path), join(dirname(from.path), nameOf(from))]
    const beside = path.startsWith('/') ? [] : own.map((folder) => join(folder, bare))
    const isBased = path.startsWith(`${this.#base}/`)
    const based = isBased ? [decoded(path.slice(this.#base.length + 1))] : []
    const places = this.#statics.flatMap((folder) => [bare, ...based].map((one) => join(folder, one)))
    for (const place of [...beside, ...places]) {
      const file = this.#tree.at(place)
      if (file) return file
    }
    for (const other of this.#further) {
      const file = other.at(bare) ?? other.mediaNamed(bare)[0] ?? uploaded(bare, other)
      if (file) return file
    }
    // Sites publish folders under other names: the end of a path, if it is of two parts or more, tells the file.
    const end = bare.replace(/^(?:\.{1,2}\/)+/, '')
    const alike = this.#tree.mediaNamed(end)
    return end.includes('/') || alike.length === 1 ? alike[0] : undefined
  }

  #bySourcePath(path: string, from: SourcePost): SourcePost | undefined {
    const bare = path.replace(/^\//, '')
    const places = [dirname(from.path), '', from.collection, 'content'].map((one) => join(one, bare))
    const paths = places.flatMap((one) => [one, `${one}/index`, `${one}/_index`])
    const found = paths.map((one) => this.#byPath.get(key(one))).find((post) => post !== undefined)
    return found ?? this.#byName.get(key(bare))
  }
}

/** Gives each name to the post, unless an earlier one has it. */
function addFirst(posts: Map<string, SourcePost>, names: readonly string[], post: SourcePost): void {
  for (const name of names) if (!posts.has(name)) posts.set(name, post)
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
