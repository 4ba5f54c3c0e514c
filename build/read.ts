// Reads a folder of content as linked workspaces, with all problems that a check finds.
import type { Memory } from '../snapshot/memory.ts'
import type { Instant } from '../snapshot/types.ts'
import type { MemoValues } from '../snapshot/write/memo.ts'
import { compileAffecting } from './affecting.ts'
import { load } from './compile/brief.ts'
import { type CompileOptions, compileAll } from './compile/pool/pool.ts'
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
      return checks ? knownProblems(workspace, now, checks, check) : check()
    })
    const problems = [...problemsIn([folders, configured]), ...within, ...linked.problems, ...between]
    return { value: linked.value, problems }
  })
}

/** Makes the function that counts one more post of all folders each time it is called. */
function counter(folders: readonly WorkspaceFolder[], { onProgress }: ContentOptions): () => void {
  const total = postsIn(folders)
  let done = 0
  return () => onProgress?.({ stage: 'reading', done: ++done, total })
}

export function postsIn(folders: readonly WorkspaceFolder[]): number {
  return folders.reduce((sum, { posts }) => sum + posts.length, 0)
}
