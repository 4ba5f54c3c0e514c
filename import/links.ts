// Finds where links and images of one post lead: to files of the workspace, to paths of the site, or elsewhere.

import { dirname, relative } from 'node:path/posix'
import { isImage } from '../build/for-import.ts'
import { tried } from '../snapshot/tried.ts'
import type { AddressBook, SourceTarget } from './addresses.ts'
import type { MediaPlan } from './media.ts'
import type { PlannedPost } from './plan.ts'
import { type NoteKind, publicAddress, type SourcePost, say } from './source.ts'
import { belowBase, type ReferencePlace } from './text/references.ts'

/** The targets of links, for all posts. */
export interface LinkTargets {
  book: AddressBook
  media: MediaPlan
  byPost: ReadonlyMap<SourcePost, PlannedPost>
  /** Tells whether there is a pattern of the addresses of such posts; without one, links to their files would be errors. */
  hasUrl: (post: SourcePost) => boolean
  /** The address of the site. */
  site: string | undefined
  /** The path of the site on its host, and where paths in texts begin at it. */
  base: string
  based: readonly ReferencePlace[]
  /** Returns the path of a link to a page, as the program shows it. */
  linked: (path: string) => string
  /** Returns the address of a page that is no post. */
  pageAt: (path: string) => string | undefined
}

export class PostLinks {
  readonly #plan: PlannedPost
  readonly #targets: LinkTargets
  /** The paths that tags became: they go through `rewrite` as well, and are paths of the workspace already. */
  readonly #made = new Set<string>()

  constructor(plan: PlannedPost, targets: LinkTargets) {
    this.#plan = plan
    this.#targets = targets
  }

  /** The new form of a reference, or `undefined` to leave it. */
  rewrite = (href: string, place: ReferencePlace): string | undefined => {
    const isFile = !/^(?:\/|[a-z]+:)/.test(href)
    if (this.#made.has(href) || (isFile && this.#made.has(href.replace(/#.*$/s, '')))) return undefined
    const isImage = place === 'image' || place === 'src'
    const published = this.#published(href, place)
    const found = this.#targets.book.targetOf(published, this.#plan.source)
    switch (found.to) {
      case 'post':
        return isImage ? this.#toNoImage(href, found) : this.#toPost(found.post, found.rest)
      case 'elsewhere':
        if (isImage && /^https?:|^\/\//.test(href))
          this.#sayOnce('mapped', `${href} is on another site and stays there.`, 'Images on other sites')
        return undefined
      case 'file':
        return this.#toFile(published, found)
      case 'site':
        return this.#toSite(href, found, place)
    }
  }

  /** The address of a post or a page that a tag names. */
  linkTo = (wanted: string): string | undefined => {
    const [, name = '', rest = ''] = /^([^#?]*)(.*)$/.exec(wanted)!
    const post = this.#targets.book.postNamed(name, this.#plan.source)
    const page = post ? undefined : this.#targets.pageAt(name)
    const toPage = page === undefined ? undefined : this.#onSite(this.#targets.base + page) + rest
    const href = post ? this.#toPost(post, rest.replace(/^\?(?=#|$)/, '')) : toPage
    if (href !== undefined) this.#made.add(href)
    return href
  }

  /** Tells whether a text leads to an image in the source. */
  isImage(written: string): boolean {
    const found = isImage(written)
      ? this.#targets.book.targetOf(this.#published(written, 'image'), this.#plan.source)
      : undefined
    return found?.to === 'file'
  }

  /** An image as the front matter names it; `undefined` if there is none. @param key what it is */
  image(written: string, key: string): string | undefined {
    const { book, media, site } = this.#targets
    const found = book.targetOf(this.#published(written, 'image'), this.#plan.source)
    if (found.to === 'elsewhere')
      return /^https?:/.test(written) ? encodeURI(tried(() => decodeURI(written)) ?? written) : undefined
    const copied = found.to === 'file' ? media.add(found.file, this.#plan) : undefined
    if (typeof copied === 'string') return relative(dirname(this.#plan.file), copied)
    const shown = found.to === 'site' && (this.#hasUrl || site) ? this.#onSite(found.path) : undefined
    const what = shown ? ': it stays an address of the site' : ''
    this.#sayOnce(
      'missing',
      `Its ${key} ${written} is not in the source${what}.`,
      `${key === 'cover' ? 'Covers' : `Images of ${key}`} that are not in the source`,
    )
    return shown
  }

  /** A path as the program publishes it. With `pathname:`, Docusaurus looks for no page or file, and puts images nowhere else. */
  #published(href: string, place: ReferencePlace): string {
    const { base, based } = this.#targets
    const path = href.replace(/^pathname:\/\//, '')
    const isBased = based.includes(place) && path.startsWith('/') && (path === href || place !== 'image')
    return isBased ? belowBase(base, path) : path
  }

  #toPost(post: SourcePost, rest: string): string {
    if (post === this.#plan.source && rest) return rest
    const { byPost, hasUrl, site, base } = this.#targets
    const to = byPost.get(post)
    if (to && hasUrl(post) && !to.isRemoved) return this.#path(to.file) + rest
    const address = publicAddress(post)
    if (address === undefined)
      this.#sayOnce(
        'changed',
        `A link leads to /${to?.slug}, since the address of ${post.path} is not known.`,
        'Links to posts whose address is not known',
      )
    return (site ?? base) + (address ?? `/${to?.slug}`) + rest
  }

  /** A file of the workspace that is no image would stop a build. */
  #toNoImage(href: string, { post, rest }: Extract<SourceTarget, { to: 'post' }>): string {
    const what = `${href} is a post and no image: it stays an address of the site.`
    this.#sayOnce('missing', what, 'Images that are posts')
    const { byPost, site } = this.#targets
    return (site ?? '') + (publicAddress(post) ?? `/${byPost.get(post)?.slug}`) + rest
  }

  #toFile(href: string, { file, rest }: Extract<SourceTarget, { to: 'file' }>): string {
    const copied = this.#targets.media.add(file, this.#plan)
    if (typeof copied === 'string') return this.#path(copied) + rest.replace(/^\?[^#]*/, '')
    this.#sayOnce(
      'missing',
      `${file.path} was not copied: it ${copied.refused}.`,
      'Files that were not copied',
    )
    return this.#onSite(`/${href.replace(/^(?:\.{0,2}\/)+/, '')}`)
  }

  #toSite(
    href: string,
    { path, isFile }: Extract<SourceTarget, { to: 'site' }>,
    place: ReferencePlace,
  ): string | undefined {
    const isShown = isFile || place === 'image' || place === 'src'
    if (isShown)
      this.#sayOnce(
        'missing',
        `${href} is not in the source: it stays an address of the site.`,
        'Images and files that are not in the source',
      )
    const shown = this.#onSite(!isShown && place === 'link' ? this.#targets.linked(path) : path)
    return shown === href ? undefined : shown
  }

  get #hasUrl(): boolean {
    return this.#targets.hasUrl(this.#plan.source)
  }

  #path(to: string): string {
    return encodeURI(relative(dirname(this.#plan.file), to))
  }

  /** Makes a whole address of a path of the site if the workspace cannot tell what it leads to. */
  #onSite(path: string): string {
    const { site } = this.#targets
    return this.#hasUrl || site === undefined ? path : new URL(site).origin + path
  }

  #sayOnce(kind: NoteKind, message: string, about: string): void {
    const { source } = this.#plan
    if (!source.notes.some((note) => note.message === message)) say(source, kind, message, about)
  }
}
