// A file that is as it was: what few builds ask for is read when they do.
import type { Brief, BriefPost, CompiledContent, CompiledFile, CompiledPost } from '../compile/compile.ts'
import type { FilePaths } from '../parse/file.ts'
import type { KeptHead } from './heads.ts'
import type { CacheKey } from './slots.ts'

type HeadOf = () => KeptHead

/** What is not read is the same as in the head. */
export class UnreadFile implements CompiledFile {
  readonly file: string
  readonly relativePath: string
  readonly digest: string
  readonly key: CacheKey
  readonly brief: Brief
  readonly post: CompiledPost | undefined
  readonly #head: HeadOf

  /** @param read may throw `DamagedCache` */
  constructor(paths: FilePaths, about: AboutFile, read: HeadOf, content: CompiledContent) {
    let head: KeptHead | undefined
    this.#head = () => {
      head ??= read()
      return head
    }
    this.file = paths.displayPath
    this.relativePath = paths.relativePath
    this.digest = about.digest
    this.key = about.key
    this.brief = about.brief
    this.post = about.brief.post && new UnreadPost(about.brief.post, this.#head, content)
  }

  get problems() {
    return this.brief.hasProblems ? this.#head().problems : []
  }

  get names() {
    return this.#head().names
  }

  get references() {
    return this.#head().references
  }

  get urls() {
    return this.#head().urls
  }

  get isRead() {
    return this.#head().isRead
  }
}

export interface AboutFile {
  key: CacheKey
  /** Of its bytes. */
  digest: string
  brief: Brief
}

class UnreadPost implements CompiledPost {
  readonly slug: string
  readonly status: CompiledPost['status']
  readonly language: string
  readonly publishedAt: number
  readonly content: CompiledContent
  readonly #hasAliases: boolean
  readonly #head: HeadOf

  constructor(
    { slug, status, language, publishedAt, hasAliases }: BriefPost,
    head: HeadOf,
    content: CompiledContent,
  ) {
    this.slug = slug
    this.status = status
    this.language = language
    this.publishedAt = publishedAt
    this.content = content
    this.#hasAliases = hasAliases
    this.#head = head
  }

  get aliases() {
    return this.#hasAliases ? this.#post.aliases : []
  }

  get id() {
    return this.#post.id
  }

  get title() {
    return this.#post.title
  }

  get featured() {
    return this.#post.featured
  }

  get description() {
    return this.#post.description
  }

  get coverImage() {
    return this.#post.coverImage
  }

  get coverAlt() {
    return this.#post.coverAlt
  }

  get updatedAt() {
    return this.#post.updatedAt
  }

  get attribution() {
    return this.#post.attribution
  }

  get fields() {
    return this.#post.fields
  }

  get htmlLinks() {
    return this.#post.htmlLinks
  }

  get markdownLinks() {
    return this.#post.markdownLinks
  }

  get anchors() {
    return this.#post.anchors
  }

  get details() {
    return this.#post.details
  }

  get #post() {
    return this.#head().post!
  }
}
