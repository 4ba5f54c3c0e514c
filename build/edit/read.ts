// Content as it is written, for commands that list or change it: settings, lists, and the front matter of posts. Texts are not
// rendered, so this takes a fraction of a build.

import { statSync } from 'node:fs'
import type { Instant } from '../../snapshot/types.ts'
import { headOf } from '../compile/head.ts'
import { markdownRenderer } from '../compile/markdown.ts'
import { type Header, headerReader } from '../compile/post-header.ts'
import { titled } from '../compile/title.ts'
import { discover } from '../discover/discover.ts'
import { ConfigurationError } from '../environment/configuration.ts'
import { requireContentFolder } from '../environment/environment.ts'
import type { UrlReference } from '../extract/url-reference.ts'
import { eachWithinCpuTime } from '../isolation/time-limit.ts'
import { timeLimit } from '../isolation/work-limits.ts'
import { decode } from '../parse/decode.ts'
import { bytesOf, type ContentFile, type FilePaths } from '../parse/file.ts'
import { type FrontMatter, splitEntry, splitFrontMatter } from '../parse/frontmatter.ts'
import { jsonOf } from '../parse/json.ts'
import { parseYaml } from '../parse/yaml/parse.ts'
import type { Data } from '../parse/yaml/positions.ts'
import type { Problem } from '../problems/problem.ts'
import { COLLECTIONS } from '../workspace/collections.ts'
import { type ConfiguredWorkspace, configure } from '../workspace/configure.ts'
import { withCollections } from '../workspace/family.ts'
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
  /** The collections that it declares, each as a workspace with entries for posts. */
  collections: WrittenWorkspace[]
}

/** @throws {ConfigurationError} if there is no such folder, or a variable is invalid */
export function readWorkspaces(content: string, env: NodeJS.ProcessEnv): WrittenWorkspace[] {
  requireContentFolder(content)
  return configure(discover(content).value, env).value.map((workspace) => {
    const [own, ...collections] = withCollections(workspace).map(withPosts)
    return { ...own!, collections }
  })
}

function withPosts(workspace: ConfiguredWorkspace): WrittenWorkspace {
  const readHeader = headerReader(workspace.settings)
  const posts = new Map<ContentFile, WrittenPost>()
  const read = (file: ContentFile) => {
    const post = writtenPost(file, readHeader, workspace.settings)
    if (post) posts.set(file, post)
  }
  eachWithinCpuTime(workspace.folder.posts, ({ path }) => timeLimit(statSync(path).size), read)
  return { ...workspace, posts: [...posts.values()], collections: [] }
}

/** Returns workspaces, each with its collections behind it. */
export function withTheirCollections(workspaces: readonly WrittenWorkspace[]): WrittenWorkspace[] {
  return workspaces.flatMap((one) => [one, ...one.collections])
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

/** Splits a file as the workspace reads it. */
export function splitIn({ collection }: Pick<Settings, 'collection'>) {
  return collection ? splitEntry : splitFrontMatter
}

/** Reads a post as it is written; `undefined` if the front matter cannot be read. */
function writtenPost(
  file: ContentFile,
  readHeader: HeaderReader,
  settings: Settings,
): WrittenPost | undefined {
  const { value: bytes } = bytesOf(file)
  const text = bytes && decode(bytes, file.displayPath).value
  if (text === undefined) return undefined
  const { value: front, problems } = splitIn(settings)(text, file.displayPath)
  if (front === undefined || problems.length > 0) return undefined
  const { yaml, start } = front
  const parse = () => parseYaml({ name: 'The front matter', file: file.displayPath, text, yaml, start }).value
  const data = (file.relativePath.endsWith('.json') ? jsonOf(text, parse) : undefined) ?? parse()
  if (!data) return undefined
  const read = readHeader(data, file).value
  const { header } = read
  const htmlOf = (line: string) => markdownRenderer(settings)(line).html
  const title = header.title || titled(front.body, file, htmlOf).title
  return { file, text, front, data, ...read, header: { ...header, title } }
}

type HeaderReader = ReturnType<typeof headerReader>

/** Finds problems in the front matter of a text that is to be written. */
export function frontMatterProblems(text: string, file: FilePaths, settings: Settings): readonly Problem[] {
  const { value, problems } = splitIn(settings)(text, file.displayPath)
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
