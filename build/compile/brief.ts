// A brief has in memory what every build asks of the file of a post. All else that the file became may be on disk,
// where `source` reads it.
import { sha256 } from '../../snapshot/format/format.ts'
import type { PostTexts } from '../../snapshot/types.ts'
import type { CompiledFile } from './compile.ts'
import type { Header } from './post-header.ts'

export interface Brief {
  /** The path as messages show it. */
  file: string
  /** The path relative to the workspace's folder. */
  relativePath: string
  /** The SHA-256 of the bytes it was made of, if they could be read. */
  digest?: string | undefined
  /** Stands for all that its post depends on, if it is kept. */
  key?: string | undefined
  /** The digits that `faceOf` returns, if they are kept. */
  face?: string | undefined
  hasProblems: boolean
  /** The result of `isSelfContained`. */
  isSelfContained: boolean
  /** Missing if one of the problems is an error. */
  post: BriefPost | undefined
  /** The source of the rest. */
  source: BriefSource
}

export interface BriefPost extends Pick<Header, 'slug' | 'status' | 'language' | 'publishedAt'> {
  hasAliases: boolean
}

/** Contents are read apart from all else: they take most of the memory. */
export type LoadedFile = CompiledFile<unknown>

/** Reads the rest of what a file became, perhaps each time. */
export interface BriefSource {
  file(): LoadedFile
  texts(): PostTexts
  /** The words of the post, as `packTerms` makes them. */
  words(): Uint8Array
}

/** Loads all that a file became, except its contents; it may be read each time. */
export function load({ source }: Brief): LoadedFile {
  return source.file()
}

export function briefOf(file: LoadedFile, source: BriefSource): Brief {
  const { post } = file
  return {
    file: file.file,
    relativePath: file.relativePath,
    digest: file.digest,
    hasProblems: file.problems.length > 0,
    isSelfContained: isSelfContained(file),
    post: post && {
      slug: ownText(post.slug),
      status: post.status,
      language: ownText(post.language),
      publishedAt: post.publishedAt,
      hasAliases: post.aliases.length > 0,
    },
    source,
  }
}

/** Copies a text: one that was cut out of another keeps all of the other in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString()
}

/** Tells whether all that a file refers to is on other sites: then its texts depend on no other file. */
export function isSelfContained({ urls, post }: LoadedFile): boolean {
  const texts = post ? [post, ...post.fieldTexts] : []
  const isOwn = texts.every(({ markdownLinks }) => markdownLinks.length === 0)
  return isOwn && urls.every(({ target }) => target.to === 'elsewhere')
}

/** The fields that are of no importance to other files, nor to the checks of a file against others. */
const OWN: ReadonlySet<string> = new Set([
  'anchors',
  'content',
  'description',
  'details',
  'digest',
  'fieldTexts',
  'fields',
  'htmlLinks',
  'key',
  'location',
  'problems',
  'title',
])

/** Returns hexadecimal digits that stand for all that checks across files look at, besides the places that they report. */
export function faceOf(file: LoadedFile): string {
  const anchors = file.post?.anchors
  // Sets have no JSON.
  const ids = anchors && [[...anchors.all], [...anchors.prefixed]]
  return sha256(JSON.stringify([file, ids], (key, value) => (OWN.has(key) ? undefined : value))).slice(0, 32)
}
