// Reads a folder of content as linked workspaces, with all problems that a check finds.
import type { Memory } from '../snapshot/memory.ts'
import type { Instant } from '../snapshot/types.ts'
import type { MemoValues } from '../snapshot/write/memo.ts'
import { compileAffecting } from './affecting.ts'
import { load } from './compile/brief.ts'
import { type CompiledWorkspace, type CompileOptions, compileAll } from './compile/pool/pool.ts'
import type { WorkspaceFolder } from './discover/discover.ts'
import { contentTime } from './environment/environment.ts'
import { crossFileProblems } from './link/check.ts'
import { knownProblems } from './link/known-checks.ts'
import { type LinkedWorkspace, resolveLinks } from './link/resolve.ts'
import type { Memo } from './memo/memo.ts'
import type { ContentFile } from './parse/file.ts'
import { allOf, type Checked, problemsIn } from './problems/problem.ts'
import type { OnProgress, StageClock } from './stages.ts'
import { configure } from './workspace/configure.ts'
import { isWorkspace, withCollections } from './workspace/family.ts'
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

export interface CheckOptions extends ContentOptions {
  /** Files, as messages show them: only problems of these, and of folders that contain them, are found. */
  only?: ReadonlySet<string>
  /** The memo of earlier builds; what files become is added, unless it is only read. */
  memo?: Memo
}

interface ReadOptions extends CompileOptions {
  /** The memory of builds of the same process. */
  memory?: Memory | undefined
  checks?: MemoValues<'checks'> | undefined
  versionOf?: Memo['versionOf'] | undefined
}

export async function readContent(
  options: CheckOptions,
  clock: StageClock,
  folders: Checked<WorkspaceFolder[]>,
  { memory, checks, versionOf, ...compileOptions }: ReadOptions = {},
): Promise<Checked<LinkedWorkspace[]>> {
  const { only } = options
  const { configured, compiled } = await clock.during('reading', async () => {
    const { value, problems } = configure(folders.value, options.env, memory)
    const configured = { value: value.flatMap(withCollections), problems }
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
    const linked = allOf(families(compiled).map((family) => resolveLinks(family, readFile)))
    const within = compiled.flatMap(({ posts }) =>
      posts.flatMap((post) => (post.hasProblems ? load(post).problems : [])),
    )
    const now = contentTime(options)
    const workspaces = linked.value.flat()
    const between = workspaces.flatMap((workspace) => {
      const check = () => crossFileProblems(workspace, now)
      return checks ? knownProblems(workspace, now, checks, check) : check()
    })
    const problems = [...problemsIn([folders, configured]), ...within, ...linked.problems, ...between]
    return { value: workspaces, problems }
  })
}

/** Puts each workspace and its collections together. */
function families(workspaces: readonly CompiledWorkspace[]): CompiledWorkspace[][] {
  return workspaces
    .filter(isWorkspace)
    .map((one) => workspaces.filter(({ folder }) => folder.name === one.folder.name))
}

/** Makes the function that counts one more post of all folders each time it is called. */
function counter(folders: readonly WorkspaceFolder[], { onProgress }: ContentOptions): () => void {
  const total = postsIn(folders)
  let done = 0
  return () => onProgress?.({ stage: 'reading', done: ++done, total })
}

export function postsIn(folders: readonly WorkspaceFolder[]): number {
  const entriesIn = ({ collections }: WorkspaceFolder) =>
    collections.reduce((sum, { files }) => sum + files.length, 0)
  return folders.reduce((sum, folder) => sum + folder.posts.length + entriesIn(folder), 0)
}
