// From a folder of content to a snapshot, stage by stage. Each stage is a function that returns a value and the
// problems it found. Content is read at one end, and the snapshot is written at the other.
import { join } from 'node:path'
import type { Memory } from '../snapshot/memory.ts'
import { currentIn } from '../snapshot/read/current.ts'
import type { BuiltWorkspace, Instant } from '../snapshot/types.ts'
import type { KeptValues } from '../snapshot/write/kept.ts'
import { compileAffecting } from './affecting.ts'
import { load } from './compile/brief.ts'
import { type CompileOptions, compileAll } from './compile/pool/pool.ts'
import { type Desk, deskOf } from './desk/desk.ts'
import { writeNotes } from './desk/preview.ts'
import { discover, filesOf, hasSameFiles, type WorkspaceFolder } from './discover/discover.ts'
import { LastRead } from './edit/preview.ts'
import {
  contentTime,
  type Environment,
  environmentOf,
  requireContentFolder,
} from './environment/environment.ts'
import { crossFileProblems } from './link/check.ts'
import { problemsKept } from './link/kept-checks.ts'
import { type LinkedWorkspace, resolveLinks } from './link/resolve.ts'
import { withoutContents } from './memo/files.ts'
import { type FromCache, Memo } from './memo/memo.ts'
import type { ContentFile } from './parse/file.ts'
import { capped } from './problems/cap.ts'
import { withFixes } from './problems/fixes.ts'
import { allOf, type Checked, inOrder, type Problem, problemsIn } from './problems/problem.ts'
import { type Assembled, assemble, withStemmers } from './publish/assemble.ts'
import { removeFunction, writeFunction } from './publish/function.ts'
import { type PublishOptions, publish, requireOutput } from './publish/publish.ts'
import { writePublic } from './publish/static-pages.ts'
import { noteTo, type OnProgress, StageClock, type StageTimes } from './stages.ts'
import { configure } from './workspace/configure.ts'
import { exposedKeys } from './workspace/keys.ts'
import { KnownMedia } from './workspace/media.ts'

export interface ContentOptions {
  /** The folder of workspaces. */
  content: string
  env: NodeJS.ProcessEnv
  /** The time when the build starts; the machine's by default. */
  now?: Instant
  /** Called after each post is compiled or written, and as soon as links are next. */
  onProgress?: OnProgress
}

export interface BuildOptions extends ContentOptions, PublishOptions {
  /** Asked when everything has been read: whether it has changed meanwhile, so that a build would be out of date or of half a change. */
  isOutdated?: () => boolean
  /** What earlier builds made; without it, everything is made anew, and nothing is kept. */
  memo?: Memo
  /** The only absolute paths that have changed since the last build with the same memo; without it, any may have. */
  changed?: ReadonlySet<string> | undefined
  drafts: boolean
  /** Warnings fail the build, too. */
  strict: boolean
  /** The base of media URLs when the environment gives none: `http://127.0.0.1:3000`. */
  baseUrl?: string
}

export interface BuildResult {
  /** Sorted by file, line and column. */
  problems: Problem[]
  /** True if a snapshot was written; after errors in content `out` is unchanged. */
  written: boolean
  /** What was written, sorted by folder in code point order. */
  workspaces: BuiltSummary[]
  /** What came from the cache, if there is one. */
  cached?: FromCache
  /** If it was asked for, whether anything was written or not. */
  desk: Desk | undefined
  /** Where the time went. */
  stages: StageTimes
  milliseconds: number
}

export interface BuiltSummary {
  folder: string
  keys: string[]
  posts: number
  /** Left out. */
  drafts: number
  authors: number
  categories: number
  tags: number
  hash: string
}

export interface CheckResult {
  /** Sorted by file, line and column. */
  problems: Problem[]
  /** The number of files that a workspace uses. */
  files: number
  /** Why nothing is kept for later builds, if anything should be. */
  note: string | undefined
}

/**
 * Builds every workspace of a content root. Mistakes in content are returned as problems.
 * @throws {ConfigurationError} if the options or the environment are invalid
 * @throws {ProductionInPlace} if a build with drafts would replace a published snapshot
 * @throws {OutdatedBuild} if `isOutdated` says so
 */
export async function build(options: BuildOptions): Promise<BuildResult> {
  const started = performance.now()
  const kept = options.memo
  const memo = kept ?? new Memo(undefined, false, null)
  const clock = new StageClock()
  try {
    const once = () => buildOnce(options, memo, clock)
    const result = await memo.during(once, (load) => clock.during('keeping', load))
    const cached = kept && (await clock.during('keeping', () => saved(kept, options, result.written)))
    return {
      ...result,
      stages: clock.times,
      ...(cached && { cached }),
      milliseconds: Math.round(performance.now() - started),
    }
  } finally {
    if (!kept) memo.close()
  }
}

/** Whoever builds again and again saves when nobody waits. */
function saved(memo: Memo, { isTransient = false }: BuildOptions, isWhole: boolean): FromCache {
  const note = isTransient ? undefined : memo.save(isWhole)
  return note === undefined ? memo.report : { ...memo.report, notes: [...memo.report.notes, note] }
}

/** Nothing was written. */
export class OutdatedBuild extends Error {
  override name = 'OutdatedBuild'
}

/** Smaller builds have all in memory. */
const MIN_SPILLED = 1_000

async function buildOnce(
  options: BuildOptions,
  memo: Memo,
  clock: StageClock,
): Promise<Omit<BuildResult, 'milliseconds' | 'stages'>> {
  const { isTransient = false, changed } = options
  const memory = isTransient ? memo.memory : undefined
  const environment = environmentOf(options, memory)
  requireOutput(options, environment)
  const folders = await clock.during('reading', () => discovered(options, memo.memory))
  if (!isTransient && postsIn(folders.value) >= MIN_SPILLED) memo.spill()
  const own = memo.forWriter(isTransient)
  const found = await readContent(options, clock, folders, {
    vocabulary: memo.vocabulary,
    knownWith: (settings) => memo.files(settings, isTransient, changed),
    memory,
    checks: memo.values,
    versionOf: memo.versionOf,
  })
  const exposed = exposedKeys(found.value, currentIn(join(options.out, 'data')))
  const read = { ...found, problems: [...found.problems, ...exposed] }
  const passes = ({ problems }: Checked<unknown>) =>
    !problems.some(({ severity }) => severity === 'error' || options.strict)
  const assembled = passes(read)
    ? await clock.during('assembling', () => assembleAll(read.value, environment, memo.values))
    : undefined
  if (options.isOutdated?.()) throw new OutdatedBuild()
  const drafts = assembled ? draftsLeftOut(read.value, assembled.value) : new Map<string, number>()
  const published =
    assembled && passes(assembled)
      ? await clock.during('writing', async () => {
          const isPartlySame = Boolean(options.desk) && [...drafts.values()].some((count) => count > 0)
          const workspaces = await withStemmers(assembled.value)
          return publish(workspaces, { ...options, memo: own, isPartlySame }, environment)
        })
      : undefined
  const written = published && passes(published) ? published.value : undefined
  if (written && environment.vercel) await clock.during('writing', () => writeFunction(options.out))
  else if (written) afterwards(() => removeFunction(options.out), options)
  const stages = [read, assembled, published].filter((stage) => stage !== undefined)
  const problems = withFixes(capped(inOrder(problemsIn(stages))))
  const results = written && { workspaces: assembled!.value, hashes: written }
  if (options.desk && !written) writePublic(options.out, true, memo.values)
  if (!options.desk && written && environment.preview !== null)
    afterwards(() => writeNotes(read.value, problems, options.out), options)
  if (memory) {
    const { baseUrl } = options
    memory.of(LastRead).build = {
      workspaces: read.value,
      problems,
      environment,
      baseUrl,
      now: contentTime(options),
    }
  }
  const desk = options.desk
    ? await deskOf(read.value, problems, results, { ...options, environment, memo: own })
    : undefined
  return {
    problems,
    written: written !== undefined,
    workspaces: written ? assembled!.value.map((workspace) => summary(workspace, written, drafts)) : [],
    desk,
  }
}

/** What a content root has, for builds with the same memo. */
class Discovered {
  latest: ReturnType<typeof discover> | undefined
}

function discovered({ content, changed }: BuildOptions, memory: Memory): ReturnType<typeof discover> {
  const before = memory.of(Discovered)
  const isSame = before.latest && changed && hasSameFiles(before.latest.value, changed)
  if (!isSame) before.latest = discover(content)
  return before.latest!
}

/** The build has published already, and does not fail any more. */
function afterwards(work: () => void, { onProgress }: PublishOptions): void {
  try {
    work()
  } catch (error) {
    noteTo(onProgress)(`The snapshot is published, but not all else is done: ${(error as Error).message}`)
  }
}

export interface CheckOptions extends ContentOptions {
  /** Files, as messages show them: only problems of these, and of folders that contain them, are found. */
  only?: ReadonlySet<string>
  /** What builds have made; what files become is added, unless it is only read. */
  memo?: Memo
}

/**
 * Finds what is wrong with a content root, and writes nothing.
 * @throws {ConfigurationError} if the options or the environment are invalid
 */
export async function check(options: CheckOptions): Promise<CheckResult> {
  requireContentFolder(options.content)
  const folders = discover(options.content)
  const { only, memo } = options
  const read = () =>
    readContent(options, new StageClock(), folders, {
      vocabulary: memo?.vocabulary,
      knownWith: memo ? (settings) => memo.files(settings, false) : withoutContents,
    })
  const { problems } = await (memo ? memo.during(read) : read())
  const note = memo?.saveFiles()
  const concerns = ({ file }: Problem) =>
    !only || only.has(file) || [...only].some((one) => one.startsWith(`${file}/`))
  return {
    problems: withFixes(capped(inOrder(problems.filter(concerns)))),
    files: folders.value.flatMap(filesOf).length,
    note,
  }
}

interface ReadOptions extends CompileOptions {
  /** For builds of the same process. */
  memory?: Memory | undefined
  checks?: KeptValues<'checks'> | undefined
  versionOf?: Memo['versionOf'] | undefined
}

async function readContent(
  options: CheckOptions,
  clock: StageClock,
  folders: Checked<WorkspaceFolder[]>,
  { memory, checks, versionOf, ...compileOptions }: ReadOptions = {},
): Promise<Checked<LinkedWorkspace[]>> {
  const { only } = options
  const { configured, compiled } = await clock.during('reading', async () => {
    const configured = configure(folders.value, options.env, memory)
    const count = counter(folders.value, options)
    const compiled = only
      ? await compileAffecting(only, configured.value, count, compileOptions)
      : await compileAll(configured.value, count, compileOptions)
    return { configured, compiled }
  })
  return clock.during('linking', () => {
    const posts = compiled.reduce((sum, { posts }) => sum + posts.length, 0)
    options.onProgress?.({ stage: 'linking', done: posts, total: posts })
    const media = memory?.of(KnownMedia)
    const readFile = media && versionOf && ((file: ContentFile) => media.read(file, versionOf))
    const linked = allOf(compiled.map((workspace) => resolveLinks(workspace, readFile)))
    const within = compiled.flatMap(({ posts }) =>
      posts.flatMap((post) => (post.hasProblems ? load(post).problems : [])),
    )
    const now = contentTime(options)
    const between = linked.value.flatMap((workspace) => {
      const check = () => crossFileProblems(workspace, now)
      return checks ? problemsKept(workspace, now, checks, check) : check()
    })
    const problems = [...problemsIn([folders, configured]), ...within, ...linked.problems, ...between]
    return { value: linked.value, problems }
  })
}

/** Without a base URL, only the first media file of the build is reported. */
function assembleAll(
  workspaces: readonly LinkedWorkspace[],
  environment: Environment,
  kept: KeptValues,
): Checked<Assembled[]> {
  const { value, problems } = allOf(workspaces.map((workspace) => assemble(workspace, environment, kept)))
  return { value, problems: problems.slice(0, 1) }
}

/** Makes the function that counts one more post of all folders each time it is called. */
function counter(folders: readonly WorkspaceFolder[], { onProgress }: ContentOptions): () => void {
  const total = postsIn(folders)
  let done = 0
  return () => onProgress?.({ stage: 'reading', done: ++done, total })
}

function postsIn(folders: readonly WorkspaceFolder[]): number {
  return folders.reduce((sum, { posts }) => sum + posts.length, 0)
}

/** By folder. Nothing else is left out of what has no errors. */
function draftsLeftOut(
  workspaces: readonly LinkedWorkspace[],
  assembled: readonly Assembled[],
): Map<string, number> {
  return new Map(
    workspaces.map(({ settings, posts }, i) => [settings.folder, posts.length - assembled[i]!.posts.length]),
  )
}

function summary(
  { folder, keys, posts, authors, categories, tags }: BuiltWorkspace,
  hashes: ReadonlyMap<string, string>,
  drafts: ReadonlyMap<string, number>,
): BuiltSummary {
  return {
    folder,
    keys,
    posts: posts.length,
    drafts: drafts.get(folder) ?? 0,
    authors: authors.length,
    categories: categories.length,
    tags: tags.length,
    hash: hashes.get(folder)!,
  }
}
