// Writes workspaces to dist/: the static files, then the snapshot.
import { rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { isoDate } from '../../snapshot/date.ts'
import { contentNames } from '../../snapshot/format/format.ts'
import { ChangedFile } from '../../snapshot/write/media.ts'
import type { WriterMemo } from '../../snapshot/write/memo.ts'
import { requireNoProduction } from '../../snapshot/write/production.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import type { Environment } from '../environment/environment.ts'
import { displayPathOf } from '../problems/display-path.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import { type Checked, problemAt } from '../problems/problem.ts'
import { noteTo, type OnProgress } from '../stages.ts'
import type { Medium } from '../workspace/media.ts'
import type { Assembled } from './assemble.ts'
import { listFiles, removeSystemFiles, requireNoForeignFiles } from './foreign-files.ts'
import { bytesIn, MAX_ON_VERCEL, sizeProblem } from './size.ts'
import { writePublic } from './static-pages.ts'

export interface PublishOptions {
  /** The folder of workspaces. */
  content: string
  /** The folder that gets `data` and `public`. */
  out: string
  /** Lets a snapshot with drafts in `out` replace one without. */
  mixed?: boolean
  /** Set by `galley dev`: the desk is there whether the snapshot has drafts or not, and `build` says what it shows. */
  desk?: boolean
  /** True if the files would be made again if the machine stopped. */
  isTransient?: boolean
  /** Called when requests can be answered, before all has been done. */
  onPublished?: () => void
  onProgress?: OnProgress
}

/**
 * Call this before anything is read.
 * @throws {ProductionInPlace} if this build would replace a published snapshot by one with drafts
 * @throws {ConfigurationError} if there are foreign files that would be published
 */
export function requireOutput(options: PublishOptions, environment: Environment): void {
  if (environment.preview !== null && keepsProduction(options, environment)) {
    requireNoProduction(join(options.out, 'data'))
  }
  requireNoForeignFiles(options.out)
}

function keepsProduction({ mixed = false }: PublishOptions, { vercel }: Environment): boolean {
  return !mixed && !vercel
}

/**
 * The hash of each workspace by folder; empty if a file changed meanwhile. Checks the size on Vercel.
 * @throws {Error} of the system; what was published before is then as it was
 */
export function publish(
  workspaces: readonly Assembled[],
  options: WithMemo,
  environment: Environment,
): Checked<ReadonlyMap<string, string>> {
  try {
    return written(workspaces, options, environment)
  } catch (error) {
    const { code = '', syscall, path = '' } = error as NodeJS.ErrnoException
    const out = displayPathOf(options.out)
    const unchanged = 'nothing of what was published before has changed'
    if (NO_ROOM.has(code)) {
      const message = `There is no room left for ${out} (${code}): ${unchanged}. Free some space, and build again.`
      throw Object.assign(new Error(message), { code, syscall })
    }
    if (NOT_WRITABLE.has(code) && `${resolve(path)}${sep}`.startsWith(resolve(options.out) + sep)) {
      const message = `${out} cannot be written (${code}): ${unchanged}. Build as the user that owns it, or into another folder with --out.`
      throw Object.assign(new Error(message), { code, syscall })
    }
    throw error
  }
}

interface WithMemo extends PublishOptions {
  memo?: WriterMemo | undefined
  /** Files have changed of which this snapshot has nothing. */
  isPartlySame?: boolean
}

/** Errors of a full disk: as a whole, in the user's share of it, or in a file. */
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Errors of a file that this user, or nobody, may write. */
const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS'])

function written(
  workspaces: readonly Assembled[],
  options: WithMemo,
  environment: Environment,
): Checked<ReadonlyMap<string, string>> {
  const { content, out, memo, isTransient = false } = options
  const { builtAt, preview, vercel } = environment
  const data = join(out, 'data')
  // A build on Vercel keeps nothing that a checkout brings along, whatever its name.
  if (vercel) rmSync(join(out, 'public'), { recursive: true, force: true })
  else listFiles(out)
  writePublic(out, { hasDesk: options.desk || preview !== null, memo: memo?.values })
  removeSystemFiles(join(out, 'public'))
  const media = workspaces.flatMap(({ files }) => [...files.values()])
  const { value: hashes, problems } = unlessChanged(media, () =>
    writeSnapshot(data, {
      workspaces,
      builtAt: builtAt === undefined ? null : isoDate(builtAt),
      preview,
      keepPrevious: !vercel,
      memo,
      isTransient,
      isPartlySame: workspaces.length > 1 || options.isPartlySame,
      onCurrent: options.onPublished,
      onNote: noteTo(options.onProgress),
      onContent: contentCounter(workspaces, options.onProgress),
      keepProduction: keepsProduction(options, environment),
      media: {
        into: join(out, 'public/media'),
        sources: new Map(media.map(({ name, path }) => [name, path])),
      },
    }),
  )
  if (!vercel) return { value: hashes, problems }
  const sizes = workspaces.flatMap(({ folder, searchIndex }) => {
    const hash = hashes.get(folder)
    if (hash === undefined) return []
    const index = searchIndex && 'json' in searchIndex ? Buffer.byteLength(searchIndex.json) : 0
    return [[`${displayPathOf(content)}/${folder}`, bytesIn(join(data, hash)) + index] as const]
  })
  const problem = sizeProblem(new Map(sizes), MAX_ON_VERCEL)
  return { value: hashes, problems: problem ? [...problems, problem] : problems }
}

/** Contents are most of the work. After them come the words of all posts. */
function contentCounter(workspaces: readonly Assembled[], onProgress: OnProgress = () => {}): () => void {
  const posts = workspaces.reduce((sum, one) => sum + one.posts.length, 0)
  let done = 0
  onProgress({ stage: 'writing', done, total: posts })
  return () => {
    done++
    onProgress({ stage: 'writing', done: Math.floor(done / contentNames.length), total: posts })
  }
}

/** A medium is hashed first and copied later; somebody may save it in between. */
function unlessChanged(
  media: readonly Medium[],
  write: () => { hashes: ReadonlyMap<string, string> },
): Checked<ReadonlyMap<string, string>> {
  try {
    return { value: write().hashes, problems: [] }
  } catch (error) {
    const changed = error instanceof ChangedFile ? media.find(({ path }) => path === error.path) : undefined
    if (!changed) throw error
    const message = 'The file changed while it was being read.'
    const mistake = { code: 'unreadable-file', message, hint: 'Build again.' } as const
    return { value: new Map(), problems: [problemAt(changed.displayPath, WHOLE_FILE, mistake)] }
  }
}
