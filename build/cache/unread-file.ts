// A file of which all but what every build asks for is read when it is asked for: what a hundred thousand files became takes half a
// gigabyte.
import type { Brief, CompiledFile, CompiledPost, PostAnchors } from '../compile/compile.ts'
import { type ContentPart, ReadContent } from '../compile/stored-content.ts'
import type { FilePaths } from '../parse/file.ts'
import { type KeptNames, type KeptRest, openAnchors, openDetails, openNames, openRest } from './heads.ts'
import type { CacheKey } from './slots.ts'

/** Both may throw `DamagedCache`. */
export interface KeptParts {
  /** It may give the same memory each time. */
  head(key: CacheKey): Buffer
  /** As `ReadPart`. */
  part(part: ContentPart, key: CacheKey): Uint8Array | undefined
}

/** Reads what is kept of files. */
export class FileReader {
  readonly #kept: KeptParts
  /** Whether what was read stays in memory, which is for builds that ask for little of it, or again and again. */
  readonly holds: boolean
  #names: { key: CacheKey; value: KeptNames } | undefined
  #rest: { key: CacheKey; value: KeptRest } | undefined

  constructor(kept: KeptParts, holds: boolean) {
    this.#kept = kept
    this.holds = holds
  }

  /** All but what is asked for post by post. */
  whole(key: CacheKey, { displayPath: file, relativePath }: FilePaths): CompiledFile {
    const head = this.#head(key)
    const { names, references, isRead } = openNames(head, file)
    const { problems, urls, post: rest } = openRest(head, file)
    return {
      file,
      relativePath,
      problems,
      names,
      references,
      urls,
      isRead,
      post: rest && {
        ...rest,
        details: openDetails(head),
        anchors: openAnchors(head),
        content: this.content(key),
      },
    }
  }

  content(key: CacheKey): ReadContent {
    return new ReadContent((part) => this.#kept.part(part, key))
  }

  /** Several things in a row may be asked of the same file. */
  names({ key, file }: UnreadFile): KeptNames {
    if (this.#names?.key !== key) this.#names = { key, value: openNames(this.#head(key), file) }
    return this.#names.value
  }

  rest({ key, file }: UnreadFile, urls: KeptRest['urls'] | undefined): KeptRest {
    if (this.#rest?.key !== key) this.#rest = { key, value: openRest(this.#head(key), file, urls) }
    return this.#rest.value
  }

  details(key: CacheKey): string {
    return openDetails(this.#head(key))
  }

  anchors(key: CacheKey): PostAnchors {
    return openAnchors(this.#head(key))
  }

  #head(key: CacheKey): Buffer {
    return this.#kept.head(key)
  }
}

export interface AboutFile {
  key: CacheKey
  /** Of its bytes. */
  digest: string
  brief: Brief
}

/** What is not read is the same as in the head. */
export class UnreadFile implements CompiledFile {
  readonly file: string
  readonly relativePath: string
  readonly digest: string
  readonly key: CacheKey
  readonly brief: Brief
  readonly post: CompiledPost | undefined
  readonly #reader: FileReader
  #names: KeptNames | undefined
  #rest: KeptRest | undefined
  /** Where they lead is known of these objects. */
  #urls: KeptRest['urls'] | undefined

  constructor(paths: FilePaths, { key, digest, brief }: AboutFile, reader: FileReader) {
    this.file = paths.displayPath
    this.relativePath = paths.relativePath
    this.digest = digest
    this.key = key
    this.brief = brief
    this.#reader = reader
    this.post = brief.post && new UnreadPost(this, reader)
  }

  get problems() {
    return this.brief.hasProblems ? this.rest.problems : []
  }

  get names() {
    return this.#own.names
  }

  get references() {
    return this.#own.references
  }

  get isRead() {
    return this.#own.isRead
  }

  get urls() {
    return this.rest.urls
  }

  get #own(): KeptNames {
    const known = this.#names ?? this.#reader.names(this)
    if (this.#reader.holds) this.#names = known
    return known
  }

  get rest(): KeptRest {
    const known = this.#rest ?? this.#reader.rest(this, this.#urls)
    if (this.#reader.holds) this.#rest = known
    else if (!this.brief.isSelfContained) this.#urls = known.urls
    return known
  }
}

class UnreadPost implements CompiledPost {
  readonly #file: UnreadFile
  readonly #reader: FileReader

  constructor(file: UnreadFile, reader: FileReader) {
    this.#file = file
    this.#reader = reader
  }

  get slug() {
    return this.#brief.slug
  }

  get status() {
    return this.#brief.status
  }

  get language() {
    return this.#brief.language
  }

  get publishedAt() {
    return this.#brief.publishedAt
  }

  get content() {
    return this.#reader.content(this.#file.key)
  }

  get aliases() {
    return this.#brief.hasAliases ? this.#post.aliases : []
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
    return this.#reader.anchors(this.#file.key)
  }

  get details() {
    return this.#reader.details(this.#file.key)
  }

  get #brief() {
    return this.#file.brief.post!
  }

  get #post() {
    return this.#file.rest.post!
  }
}
