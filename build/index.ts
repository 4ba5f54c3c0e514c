// Turns a folder of content into a snapshot, stage by stage. Each stage is a function that returns a value and the
// problems it found. Content is read at one end, and the snapshot is written at the other.
import { join } from 'node:path'
import { currentIn } from '../snapshot/read/current.ts'
import type { WriterMemo } from '../snapshot/write/memo.ts'
import { type Desk, deskOf, type Published } from './desk/desk.ts'
import { writeNotes } from './desk/notes-files.ts'
import { discover, filesOf, hasSameFiles, type WorkspaceFolder } from './discover/discover.ts'
import { LastRead } from './edit/typed-text.ts'
import {
  contentTime,
  type Environment,
  environmentOf,
  requireContentFolder,
} from './environment/environment.ts'
import type { LinkedWorkspace } from './link/resolve.ts'
import { withoutContents } from './memo/files.ts'
import { type FromCache, Memo } from './memo/memo.ts'
import { capped } from './problems/cap.ts'
import { withFixes } from './problems/fixes.ts'
import { allOf, type Checked, inOrder, type Problem, problemsIn } from './problems/problem.ts'
import { type Assembled, assembleAll, withStemmers } from './publish/assemble.ts'
import { removeFunction, writeFunction } from './publish/function.ts'
import { type PublishOptions, publish, requireOutput } from './publish/publish.ts'
import { writePublic } from './publish/static-pages.ts'
import { type CheckOptions, type ContentOptions, postsIn, readContent } from './read.ts'
import { noteTo, StageClock, type StageTimes } from './stages.ts'
import { isWorkspace } from './workspace/family.ts'
import { exposedKeys } from './workspace/keys.ts'

export interface BuildOptions extends ContentOptions, PublishOptions {
  /** Tells, when everything has been read, whether it has changed meanwhile: a build would be out of date, or of half a change. */
  isOutdated?: () => boolean
  /** The memo of earlier builds; without it, everything is made anew, and nothing is kept. */
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
  /** The problems, sorted by file, line and column. */
  problems: Problem[]
  /** True if a snapshot was written; after errors in content `out` is unchanged. */
  written: boolean
  /** The workspaces that were written, sorted by folder in code point order. */
  workspaces: BuiltSummary[]
  /** A report of what came from the cache, if there is one. */
  cached?: FromCache
  /** The desk, if it was asked for, whether anything was written or not. */
  desk: Desk | undefined
  /** The time of each stage. */
  stages: StageTimes
  milliseconds: number
}

type Built = Omit<BuildResult, 'milliseconds' | 'stages'>

export interface BuiltSummary {
  folder: string
  keys: string[]
  posts: number
  /** Left out. */
  drafts: number
  authors: number
  categories: number
  tags: number
  /** The number of entries in each declared collection, by its name, if there are any. */
  collections?: Record<string, number>
  hash: string
}

export interface CheckResult {
  /** The problems, sorted by file, line and column. */
  problems: Problem[]
  /** The number of files that a workspace uses. */
  files: number
  /** The reason why nothing is kept for later builds, if anything should be. */
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
  const given = options.memo
  const memo = given ?? new Memo(undefined, { bounds: null })
  const clock = new StageClock()
  try {
    const once = () => buildOnce(options, memo, clock)
    const result = await memo.during(once, (load) => clock.during('keeping', load))
    const cached = given && (await clock.during('keeping', () => saved(given, options, result.written)))
    return {
      ...result,
      stages: clock.times,
      ...(cached && { cached }),
      milliseconds: Math.round(performance.now() - started),
    }
  } finally {
    if (!given) memo.close()
  }
}

/** Saves the memo, and returns its report. A process that builds again and again saves when nobody waits. */
function saved(memo: Memo, { isTransient = false }: BuildOptions, isWhole: boolean): FromCache {
  const note = isTransient ? undefined : memo.save(isWhole)
  return note === undefined ? memo.report : { ...memo.report, notes: [...memo.report.notes, note] }
}

/** The build was out of date, and nothing was written. */
export class OutdatedBuild extends Error {
  override name = 'OutdatedBuild'
}

/** The options and tools of one build. */
interface BuildRun {
  options: BuildOptions
  clock: StageClock
  memo: Memo
  writer: WriterMemo
  environment: Environment
}

async function buildOnce(options: BuildOptions, memo: Memo, clock: StageClock): Promise<Built> {
  const { isTransient = false, isOutdated } = options
  const environment = environmentOf(options, isTransient ? memo.memory : undefined)
  requireOutput(options, environment)
  const folders = await clock.during('reading', () => discovered(options, memo))
  const run: BuildRun = { options, clock, memo, writer: memo.forWriter(isTransient), environment }
  const read = await linked(run, folders)
  const assembled = await assembledFrom(run, read)
  if (isOutdated?.()) throw new OutdatedBuild()
  const published = await publishedFrom(run, read.value, assembled)
  const output = published && passes(published, options) ? published.value : undefined
  const stages = [read, assembled, published].filter((stage) => stage !== undefined)
  const problems = withFixes(capped(inOrder(problemsIn(stages))))
  const posts = read.value.filter(isWorkspace)
  await writeBesides(run, posts, problems, output)
  rememberRead(run, posts, problems)
  const desk = options.desk
    ? await deskOf(posts, problems, output && ofPosts(output), { ...options, environment, memo: run.writer })
    : undefined
  const workspaces = output ? summaries(posts, output) : []
  return { problems, written: output !== undefined, workspaces, desk }
}

/** Smaller builds have all in memory. */
const MIN_SPILLED = 1_000

/** The folders of a content root, for builds with the same memo. */
class Discovered {
  latest: ReturnType<typeof discover> | undefined
}

function discovered({ content, changed, isTransient }: BuildOptions, memo: Memo) {
  const known = memo.memory.of(Discovered)
  const isSame = known.latest && changed && hasSameFiles(known.latest.value, changed)
  const folders = isSame ? known.latest! : discover(content)
  known.latest = folders
  if (!isTransient && postsIn(folders.value) >= MIN_SPILLED) memo.spill()
  return folders
}

async function linked(
  { options, clock, memo, writer }: BuildRun,
  folders: Checked<WorkspaceFolder[]>,
): Promise<Checked<LinkedWorkspace[]>> {
  const { isTransient = false, changed, out } = options
  const { value, problems } = await readContent(options, clock, folders, {
    vocabulary: memo.vocabulary,
    knownWith: (settings) => memo.files(settings, { isTransient, changed }),
    memory: writer.memory,
    checks: memo.values,
    versionOf: memo.versionOf,
  })
  return {
    value,
    problems: [...problems, ...exposedKeys(value.filter(isWorkspace), currentIn(join(out, 'data')))],
  }
}

function passes({ problems }: Checked<unknown>, { strict }: BuildOptions): boolean {
  return !problems.some(({ severity }) => severity === 'error' || strict)
}

/** Assembles workspaces; `undefined` after errors. Without a base URL, only the first media file of the build is reported. */
async function assembledFrom(
  { options, clock, memo, environment }: BuildRun,
  read: Checked<LinkedWorkspace[]>,
): Promise<Checked<Assembled[]> | undefined> {
  if (!passes(read, options)) return undefined
  return clock.during('assembling', () => {
    const all = allOf(assembleAll(read.value, environment, memo.values))
    return { value: all.value, problems: all.problems.slice(0, 1) }
  })
}

/** Publishes what was read; `undefined` after errors. */
async function publishedFrom(
  { options, clock, writer: memo, environment }: BuildRun,
  read: readonly LinkedWorkspace[],
  assembled: Checked<Assembled[]> | undefined,
): Promise<Checked<Published> | undefined> {
  if (!assembled || !passes(assembled, options)) return undefined
  const hasAll = assembled.value.every(({ posts }, i) => posts.length === read[i]!.posts.length)
  return clock.during('writing', async () => {
    const workspaces = await withStemmers(assembled.value)
    const isPartlySame = options.desk === true && !hasAll
    const { value: hashes, problems } = publish(workspaces, { ...options, memo, isPartlySame }, environment)
    return { value: { workspaces: assembled.value, hashes }, problems }
  })
}

/** Writes what is published besides the snapshot and its static files. */
async function writeBesides(
  { options, clock, memo, environment }: BuildRun,
  read: readonly LinkedWorkspace[],
  problems: readonly Problem[],
  output: Published | undefined,
): Promise<void> {
  const { out, desk } = options
  if (!output) {
    if (desk) writePublic(out, { hasDesk: true, memo: memo.values })
    return
  }
  if (environment.vercel) await clock.during('writing', () => writeFunction(out))
  else afterwards(() => removeFunction(out), options)
  if (!desk && environment.preview !== null) afterwards(() => writeNotes(read, problems, out), options)
}

/** Remembers what was read, for questions about it. */
function rememberRead(
  { options, writer, environment }: BuildRun,
  workspaces: LinkedWorkspace[],
  problems: Problem[],
) {
  const { memory } = writer
  const { baseUrl } = options
  if (memory)
    memory.of(LastRead).build = { workspaces, problems, environment, baseUrl, now: contentTime(options) }
}

/** Does work after the build has published, which therefore does not fail any more. */
function afterwards(work: () => void, { onProgress }: PublishOptions): void {
  try {
    work()
  } catch (error) {
    noteTo(onProgress)(`The snapshot is published, but not all else is done: ${(error as Error).message}`)
  }
}

/** Leaves collections out. */
function ofPosts({ workspaces, hashes }: Published): Published {
  return { workspaces: workspaces.filter(({ collection }) => !collection), hashes }
}

function summaries(read: readonly LinkedWorkspace[], output: Published): BuiltSummary[] {
  const { workspaces, hashes } = ofPosts(output)
  const entriesOf = ({ settings }: LinkedWorkspace) =>
    settings.collections.map(({ name }) => {
      const folder = `${settings.folder}/${name}`
      return [name, output.workspaces.find((one) => one.folder === folder)?.posts.length ?? 0]
    })
  return workspaces.map(({ folder, keys, posts, authors, categories, tags }, i) => ({
    folder,
    keys,
    posts: posts.length,
    // A workspace without errors leaves nothing but drafts out.
    drafts: read[i]!.posts.length - posts.length,
    authors: authors.length,
    categories: categories.length,
    tags: tags.length,
    ...(read[i]!.settings.collections.length > 0 && {
      collections: Object.fromEntries(entriesOf(read[i]!)),
    }),
    hash: hashes.get(folder)!,
  }))
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
      knownWith: memo ? (settings) => memo.files(settings) : withoutContents,
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
