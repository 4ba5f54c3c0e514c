// Content as it is written, for commands that list or change it: settings, lists, and the front matter of posts. Texts are not
// rendered, so this takes a fraction of a build.

import { statSync } from 'node:fs'
import type { Instant } from '../../snapshot/types.ts'
import { headOf } from '../compile/head.ts'
import { type Header, headerReader } from '../compile/post-header.ts'
import { discover } from '../discover/discover.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { requireContentFolder } from '../environment/environment.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { eachWithinCpuTime } from '../isolation/time-limit.ts'
import { timeLimit } from '../isolation/work-limits.ts'
import { decode } from '../parse/decode.ts'
import { bytesOf, type ContentFile, type FilePaths } from '../parse/file.ts'
import { type FrontMatter, splitFrontMatter } from '../parse/frontmatter.ts'
import { parseYaml } from '../parse/yaml/parse.ts'
import type { Data } from '../parse/yaml/positions.ts'
import type { Problem } from '../problems/problem.ts'
import { COLLECTIONS } from '../workspace/collections.ts'
import { type ConfiguredWorkspace, configure } from '../workspace/configure.ts'
import type { Reference } from '../workspace/references.ts'
import type { Settings } from '../workspace/settings.ts'
import type { Name } from '../workspace/unique.ts'

export interface WrittenPost {
  file: ContentFile
  /** The text without a byte order mark. */
  text: string
  front: FrontMatter
  data: Data
  header: Header
  names: Name[]
  references: Reference[]
  /** The files and entries that its cover and its fields name. */
  urls: UrlReference[]
}

export interface WrittenWorkspace extends ConfiguredWorkspace {
  /** The posts, without those whose front matter cannot be read, or takes too long. */
  posts: WrittenPost[]
}

/** @throws {ConfigurationError} if there is no such folder, or a variable is invalid */
export function readWorkspaces(content: string, env: NodeJS.ProcessEnv): WrittenWorkspace[] {
  requireContentFolder(content)
  const configured = configure(discover(content).value, env).value
  return configured.map((workspace) => ({ ...workspace, posts: writtenIn(workspace) }))
}

/** Reads the posts of a workspace, or the entries of a collection. */
export function writtenIn({ settings, folder }: ConfiguredWorkspace): WrittenPost[] {
  const readHeader = headerReader(settings)
  const posts = new Map<ContentFile, WrittenPost>()
  const read = (file: ContentFile) => {
    const post = writtenPost(file, readHeader)
    if (post) posts.set(file, post)
  }
  eachWithinCpuTime(folder.posts, ({ path }) => timeLimit(statSync(path).size), read)
  return [...posts.values()]
}

/**
 * The file that declares categories or tags, if there is one.
 * @throws {ConfigurationError} if it has mistakes that hide what it declares
 */
export function listFile(
  { folder, lists }: WrittenWorkspace,
  kind: Reference['kind'],
): ContentFile | undefined {
  const file = kind === 'author' ? undefined : COLLECTIONS[kind].files(folder)[0]
  if (!file || lists[kind]) return file
  throw new ConfigurationError(
    `${file.displayPath} has mistakes that hide what it declares. Fix them first: galley check.`,
  )
}

/** Reads a post as it is written; `undefined` if the front matter cannot be read. */
function writtenPost(file: ContentFile, readHeader: HeaderReader): WrittenPost | undefined {
  const { value: bytes } = bytesOf(file)
  const text = bytes && decode(bytes, file.displayPath).value
  if (text === undefined) return undefined
  const { value: front, problems } = splitFrontMatter(text, file.displayPath)
  if (front === undefined || problems.length > 0) return undefined
  const { yaml, start } = front
  const data = parseYaml({ name: 'The front matter', file: file.displayPath, text, yaml, start }).value
  return data && { file, text, front, data, ...readHeader(data, file).value }
}

type HeaderReader = ReturnType<typeof headerReader>

/** Finds problems in the front matter of a text that is to be written. */
export function frontMatterProblems(text: string, file: FilePaths, settings: Settings): readonly Problem[] {
  const { value, problems } = splitFrontMatter(text, file.displayPath)
  return value ? headOf(value, text, file, headerReader(settings)).problems : problems
}

/** Returns the references of posts, and then the defaults. */
export function referencesIn({ settings, posts }: Pick<WrittenWorkspace, 'settings' | 'posts'>): Reference[] {
  const { authors, category } = settings.defaults
  return [...posts.flatMap(({ references }) => references), ...authors, ...category]
}

/** Returns the status of a post if it is built without drafts. */
export function statusOf({ status, publishedAt }: Header, now: Instant): 'draft' | 'scheduled' | 'published' {
  if (status === 'draft') return 'draft'
  return publishedAt !== undefined && publishedAt > now ? 'scheduled' : 'published'
}
