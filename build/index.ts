// From a folder of content to a snapshot, stage by stage. Each stage is a function from values to values that gathers
// the problems it finds; the disk is at both ends.
import type { BuiltWorkspace } from '../snapshot/types.ts'
import { assemble } from './assemble.ts'
import { discover, type Folder, filesIn } from './discover.ts'
import { environmentOf, requireFolder } from './environment.ts'
import { few } from './few.ts'
import { assignKeys } from './keys.ts'
import { problemsBetween } from './link/check.ts'
import { type LinkedWorkspace, resolveLinks } from './link/resolve.ts'
import { readParts } from './parts.ts'
import { inOrder, type Problem } from './problem.ts'
import { type PublishOptions, publish, requirePlace } from './publish.ts'
import { readSettings } from './settings.ts'

export interface ContentOptions {
  /** The folder of workspaces. */
  content: string
  env: NodeJS.ProcessEnv
  /** Told after each post's file: how many have been compiled, of how many. */
  onProgress?: (done: number, total: number) => void
}

export interface BuildOptions extends ContentOptions, PublishOptions {
  drafts: boolean
  /** Warnings fail the build, too. */
  strict: boolean
  /** What the addresses of media begin with where the environment does not say: `http://127.0.0.1:3000`. */
  baseUrl?: string
}

export interface BuildResult {
  /** In the order of files, lines and columns. */
  problems: Problem[]
  /** Whether the build did not fail. If it did over content, `out` holds what it held. */
  written: boolean
  /** What was written, in code point order of folders. */
  workspaces: BuiltSummary[]
  milliseconds: number
}

export interface BuiltSummary {
  folder: string
  keys: string[]
  posts: number
  authors: number
  categories: number
  tags: number
  hash: string
}

export interface CheckResult {
  /** In the order of files, lines and columns. */
  problems: Problem[]
  /** How many files have a use in a workspace. */
  files: number
}

/**
 * Builds every workspace of a content root. Mistakes in content are problems of the result.
 * @throws {ConfigurationError} about mistakes in the options or the environment
 * @throws {ProductionInPlace} when drafts would take the place of what is published
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now()
  const environment = environmentOf(options)
  requirePlace(options, environment)
  const { problems, keys, workspaces: read } = await readContent(options)
  const failed = () => problems.some(({ severity }) => severity === 'error' || options.strict)
  const assembled = failed() ? [] : read.map((workspace) => assemble(workspace, keys, environment))
  // What one medium lacks, all of the build's lack.
  problems.push(...assembled.flatMap(({ problems }) => problems).slice(0, 1))
  const workspaces = assembled.map(({ value }) => value)
  const hashes = failed() ? new Map<string, string>() : publish(workspaces, options, environment, problems)

  return {
    problems: few(inOrder(problems)),
    written: !failed(),
    workspaces: failed() ? [] : workspaces.map((workspace) => summary(workspace, hashes)),
    milliseconds: Math.round(performance.now() - started),
  }
}

/**
 * Finds what is wrong with a content root, and writes nothing.
 * @throws {ConfigurationError} about mistakes in the options or the environment
 */
export async function check(options: ContentOptions): Promise<CheckResult> {
  requireFolder(options.content)
  const { problems, folders } = await readContent(options)
  return {
    problems: few(inOrder(problems)),
    files: folders.reduce((sum, folder) => sum + filesIn(folder), 0),
  }
}

interface Content {
  problems: Problem[]
  folders: Folder[]
  /** By folder. */
  keys: Map<string, string[]>
  workspaces: LinkedWorkspace[]
}

async function readContent(options: ContentOptions): Promise<Content> {
  const problems: Problem[] = []
  const folders = discover(options.content, problems)
  const settings = folders.map((folder) => readSettings(folder, problems))
  const keys = assignKeys(settings, options.env.GALLEY_KEYS, problems)
  const onCompiled = counter(folders, options)
  const compiled = await readParts(folders, settings, problems, onCompiled)
  const linked = compiled.map(resolveLinks)
  const workspaces = linked.map(({ value }) => value)
  for (const { problems: found } of linked) for (const problem of found) problems.push(problem)
  for (const problem of workspaces.flatMap(problemsBetween)) problems.push(problem)
  return { problems, folders, keys, workspaces }
}

/** Counts the posts of all folders, one a call. */
function counter(folders: readonly Folder[], { onProgress }: ContentOptions): () => void {
  const total = folders.reduce((sum, { posts }) => sum + posts.length, 0)
  let done = 0
  return () => onProgress?.(++done, total)
}

function summary(
  { folder, keys, ...lists }: BuiltWorkspace,
  hashes: ReadonlyMap<string, string>,
): BuiltSummary {
  const { posts, authors, categories, tags } = lists
  return {
    folder,
    keys,
    posts: posts.length,
    authors: authors.length,
    categories: categories.length,
    tags: tags.length,
    hash: hashes.get(folder)!,
  }
}
