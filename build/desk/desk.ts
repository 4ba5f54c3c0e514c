// Prepares the desk of `galley dev`, which shows drafts and scheduled posts whatever the API does, and the good posts while
// others are broken. If what was just published lacks any of them, the desk has a snapshot of its own.
import { join } from 'node:path'
import type { WriterMemo } from '../../snapshot/write/memo.ts'
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { load } from '../compile/brief.ts'
import type { Environment } from '../environment/environment.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import type { Problem } from '../problems/problem.ts'
import { type Assembled, assemble, withStemmers } from '../publish/assemble.ts'
import type { Reference } from '../workspace/references.ts'
import { type NotedProblem, type Notes, notesOf } from './notes.ts'

export interface Desk {
  /** The folder of the snapshot with all posts, below `out`. */
  data: 'data' | 'desk/data'
  workspaces: DeskWorkspace[]
  /** Problems that belong to no workspace. */
  problems: NotedProblem[]
  /** The paths of the media that are shown, by public name. */
  media: ReadonlyMap<string, string>
}

export interface DeskWorkspace {
  folder: string
  /** The path as messages show it: `content/demo`. */
  path: string
  name: string
  /** The collection that it is, if it is a declared one. */
  collection?: { name: string; single: boolean }
  /** The language of posts that name none of their own. */
  language: string
  /** The first of its keys. */
  key: string
  /** Missing if its own settings are broken, so that none of its posts can be shown. */
  hash: string | undefined
  /** The notes as JSON, as they are sent: many small objects take long from thread to thread. */
  notes: string
  /** The files of its posts, broken ones included, below its folder. */
  files: string[]
}

/** The workspaces that a build has just published. */
export interface Published {
  workspaces: readonly Assembled[]
  /** The hashes by folder. */
  hashes: ReadonlyMap<string, string>
}

interface DeskTarget {
  /** The folder that has `data` and `public`. */
  out: string
  isTransient?: boolean
  /** The address of the desk. */
  baseUrl?: string
  environment: Environment
  /** The memo of earlier builds. */
  memo: WriterMemo
}

/** @param published what was published just now, if anything was */
export async function deskOf(
  all: readonly LinkedWorkspace[],
  problems: readonly Problem[],
  published: Published | undefined,
  options: DeskTarget,
): Promise<Desk> {
  const broken = new Set(problems.filter(({ severity }) => severity === 'error').map(({ file }) => file))
  const read = all.map((workspace) => withBroken(workspace, broken))
  const isComplete = published?.workspaces.every(({ posts }, i) => posts.length === read[i]!.posts.length)
  const complete = isComplete ? published : undefined
  const { workspaces, hashes } = complete ?? (await writeOwn(read, broken, options))
  const { notes, others } = notesOf(read, problems)
  return {
    data: complete ? 'data' : 'desk/data',
    workspaces: read.map(({ folder, settings, links }) => ({
      folder: settings.folder,
      path: folder.displayPath,
      name: settings.name,
      ...collectionOf(settings),
      language: settings.language,
      key: links.family[0]!.keys.keys[0]!,
      hash: hashes.get(settings.folder),
      notes: JSON.stringify(notes.get(settings.folder)! satisfies Notes),
      // Others have names that are to be changed first.
      files: folder.posts.flatMap(({ displayPath, relativePath }) =>
        displayPath === `${folder.displayPath}/${relativePath}` ? relativePath : [],
      ),
    })),
    problems: others,
    media: new Map(
      workspaces.flatMap(({ files }) => [...files.values()].map(({ name, path }) => [name, path])),
    ),
  }
}

function collectionOf({ collection }: LinkedWorkspace['settings']): Pick<DeskWorkspace, 'collection'> {
  return collection ? { collection: { name: collection.name, single: collection.single } } : {}
}

/** Writes a snapshot without media: they are read where they are. */
async function writeOwn(
  read: readonly LinkedWorkspace[],
  broken: ReadonlySet<string>,
  { out, environment, memo, isTransient, baseUrl }: DeskTarget,
): Promise<Published> {
  const shown = asShown(environment, baseUrl)
  const workspaces = await withStemmers(
    read.flatMap((workspace) => {
      const sound = withoutBroken(workspace, broken)
      return sound ? [assemble(sound, shown, memo.values).value] : []
    }),
  )
  const { hashes } = writeSnapshot(join(out, 'desk/data'), {
    workspaces,
    builtAt: null,
    preview: 'desk',
    keepPrevious: true,
    memo,
    isTransient,
    isPartlySame: workspaces.length > 1,
  })
  return { workspaces, hashes }
}

/** Returns the environment in which posts are assembled for the desk. */
export function asShown(environment: Environment, baseUrl = 'http://localhost'): Environment {
  return {
    ...environment,
    drafts: true,
    visibleUntil: Number.POSITIVE_INFINITY,
    // Media are answered under this address, published or not.
    baseUrl: `${baseUrl}/docs/desk/local`,
    isHere: true,
  }
}

/** Adds posts whose mistake is in their references: an undeclared entry is taken as if nothing were declared. */
export function withBroken(
  { posts, lists, ...workspace }: LinkedWorkspace,
  broken: ReadonlySet<string>,
): LinkedWorkspace {
  const taken = new Set(posts.flatMap(({ file, post }) => (broken.has(file) ? [] : (post?.slug ?? []))))
  const shown = posts.filter(({ file, post }) => {
    if (!broken.has(file)) return true
    const isFree = post !== undefined && !taken.has(post.slug)
    if (isFree) taken.add(post.slug)
    return isFree
  })
  const named = shown.flatMap((post) => (broken.has(post.file) ? load(post).references : []))
  const isUnknown = ({ kind, target }: Reference) => lists[kind]?.every(({ slug }) => slug !== target)
  const unknown = new Set(named.filter(isUnknown).map(({ kind }) => kind))
  const own = Object.fromEntries([...unknown].map((kind) => [kind, undefined]))
  return { ...workspace, posts: shown, lists: { ...lists, ...own } }
}

/** Removes the index for browsers: the desk searches in the API. `undefined` if a file is broken that all posts depend on. */
export function withoutBroken(
  workspace: LinkedWorkspace,
  broken: ReadonlySet<string>,
): LinkedWorkspace | undefined {
  const { folder, settings } = workspace
  const lists = [folder.settings, folder.categories, folder.tags, folder.series, ...folder.authors]
  const common = [folder.displayPath, ...lists.flatMap((file) => file?.displayPath ?? [])]
  if (common.some((file) => broken.has(file))) return undefined
  return { ...workspace, settings: { ...settings, searchIndex: undefined } }
}
