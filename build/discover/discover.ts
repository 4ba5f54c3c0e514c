// Finds the workspaces, and what each of their files is for.
import { lstatSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { tried } from '../../snapshot/tried.ts'
import type { ContentFile } from '../parse/file.ts'
import { displayPathOf } from '../problems/display-path.ts'
import { WHOLE_FILE } from '../problems/location.ts'
import {
  type Checked,
  type Mistake,
  noValue,
  type Problem,
  problemAt,
  problemsIn,
} from '../problems/problem.ts'
import { type DeclaredFiles, declaredFiles } from './declared-files.ts'
import { isMedia } from './media-type.ts'
import { nameClashes } from './name-clashes.ts'
import {
  mistakeInCollection,
  mistakeInRoot,
  mistakeInWorkspace,
  NO_WORKSPACE,
  nameOfPost,
  partInRoot,
  UNUSABLE,
  unknownFolder,
  unknownPart,
  unreadableFolder,
} from './unused-files.ts'
import { walk } from './walk.ts'
import { windowsMistake } from './windows-name.ts'

/** The files of a workspace; lists are sorted by path in code point order. */
export interface WorkspaceFolder {
  name: string
  /** The path as messages show it: `content/demo`. */
  displayPath: string
  settings: ContentFile | undefined
  categories: ContentFile | undefined
  tags: ContentFile | undefined
  series: ContentFile | undefined
  authors: ContentFile[]
  posts: ContentFile[]
  /** The files of each declared collection. */
  collections: DeclaredFiles[]
  /** Files that posts may show, anywhere in the workspace. */
  media: ContentFile[]
}

export function filesOf({
  settings,
  categories,
  tags,
  series,
  authors,
  posts,
  collections,
  media,
}: WorkspaceFolder): ContentFile[] {
  const entries = collections.flatMap(({ files }) => files)
  const files = [settings, categories, tags, series, ...authors, ...posts, ...entries, ...media]
  return files.filter((file) => file !== undefined)
}

/**
 * The workspaces of a content root, sorted by name in code point order. Every file without a use is a problem, and so is
 * a root without a workspace.
 */
export function discover(content: string): Checked<WorkspaceFolder[]> {
  const root = resolve(content)
  const displayPath = displayPathOf(content)
  const problems: Problem[] = []
  const report = (path: string, mistake: Mistake) =>
    problems.push(problemAt(path === '' ? displayPath : `${displayPath}/${path}`, WHOLE_FILE, mistake))
  const entries = walk(root)
  const files = new Map<string, ContentFile[]>()
  for (const { path, kind, reason = '' } of entries) {
    const slash = path.indexOf('/')
    const none = kind === 'line-break' ? undefined : windowsMistake(basename(path))
    if (none) report(path, none)
    const [top, relativePath] = slash === -1 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)]
    if (kind === 'folder') files.set(top, files.get(top) ?? [])
    else if (kind === 'unreadable') report(path, unreadableFolder(reason))
    else if (kind !== 'file') report(path, UNUSABLE[kind])
    else if (relativePath === '') report(path, mistakeInRoot(path, displayPath))
    else files.get(top)!.push({ displayPath: `${displayPath}/${path}`, path: join(root, path), relativePath })
  }
  for (const [path, mistake] of nameClashes(entries.map(({ path }) => path))) report(path, mistake)
  const found = [...files].map(([name, within]): Checked<WorkspaceFolder | undefined> => {
    const part = partInRoot(name, displayPath)
    if (part) return noValue(problemAt(`${displayPath}/${name}`, WHOLE_FILE, part))
    return folderOf(name, `${displayPath}/${name}`, within)
  })
  const folders = found.map(({ value }) => value).filter((folder) => folder !== undefined)
  const none = folders.length === 0 ? [problemAt(displayPath, WHOLE_FILE, NO_WORKSPACE)] : []
  return { value: folders, problems: [...problems, ...problemsIn(found), ...none] }
}

/** Tells whether these are still all files if no other paths than these have changed; if not sure, false. */
export function hasSameFiles(folders: readonly WorkspaceFolder[], changed: ReadonlySet<string>): boolean {
  // It says which folders are collections.
  if (folders.some(({ settings }) => settings && changed.has(settings.path))) return false
  const paths = new Set(changed)
  for (const { path } of folders.flatMap(filesOf)) {
    if (paths.delete(path) && !tried(() => lstatSync(path).isFile())) return false
  }
  return paths.size === 0
}

/** The uses of a workspace's files, by path. */
const USES = [
  // This use is that of most files, so it is tried first.
  [/^posts\/.+\.md$/, 'posts'],
  [/^workspace\.yml$/, 'settings'],
  [/^categories\.yml$/, 'categories'],
  [/^tags\.yml$/, 'tags'],
  [/^series\.yml$/, 'series'],
  [/^authors\/[^/]+\.yml$/, 'authors'],
] as const

type Use = (typeof USES)[number][1] | 'entry' | 'media' | 'nothing'

/** The folder as a workspace, or `undefined` if it contains no part of one. */
function folderOf(
  name: string,
  displayPath: string,
  files: readonly ContentFile[],
): Checked<WorkspaceFolder | undefined> {
  const collections = declaredFiles(files)
  const declared = new Set(collections.flatMap((one) => one.files))
  const uses = files.map((file) => (declared.has(file) ? 'entry' : useOf(file)))
  const usedAs = (use: Use) => files.filter((_, index) => uses[index] === use)
  const [authors, media, nothing] = [usedAs('authors'), usedAs('media'), usedAs('nothing')]
  const posts = withMisnamedPosts(usedAs('posts'), nothing)
  const isWorkspace = nothing.length + media.length < files.length
  const unused = isWorkspace ? nothing : files
  const own = unusedProblems(name, displayPath, unused, isWorkspace ? collections : undefined)
  const problems = [...own, ...tooMany(collections, displayPath)]
  if (!isWorkspace) return { value: undefined, problems }
  const [settings, categories, tags, series] = (['settings', 'categories', 'tags', 'series'] as const).map(
    (use) => usedAs(use)[0],
  )
  const lists = { settings, categories, tags, series, authors }
  return { value: { name, displayPath, ...lists, posts, collections, media }, problems }
}

/** Posts whose names have another ending are read, too, so that all their mistakes are reported at once. */
function withMisnamedPosts(posts: ContentFile[], others: readonly ContentFile[]): ContentFile[] {
  const known = new Set(posts.map(({ relativePath }) => relativePath))
  const misnamed = others.flatMap((file) => {
    const relativePath = nameOfPost(file.relativePath)
    if (relativePath === undefined || known.has(relativePath)) return []
    known.add(relativePath)
    return [{ ...file, relativePath }]
  })
  return misnamed.length === 0 ? posts : [...posts, ...misnamed]
}

function useOf({ relativePath }: ContentFile): Use {
  const [, use] = USES.find(([path]) => path.test(relativePath)) ?? []
  return use ?? (isMedia(relativePath) ? 'media' : 'nothing')
}

const MAX_ENTRIES = 10_000

function tooMany(collections: readonly DeclaredFiles[], displayPath: string): Problem[] {
  const large = collections.filter(({ files }) => files.length > MAX_ENTRIES)
  return large.map(({ name, files }) => {
    const message = `The collection has ${files.length.toLocaleString('en')} entries; the limit is 10,000.`
    const hint = 'Move some into another one.'
    return problemAt(`${displayPath}/${name}`, WHOLE_FILE, { code: 'too-large', message, hint })
  })
}

/**
 * One problem for each unused file, or for their folder if that is the mistake.
 * @param collections of a workspace; `undefined` if it is none
 */
function unusedProblems(
  name: string,
  displayPath: string,
  files: readonly ContentFile[],
  collections: readonly DeclaredFiles[] | undefined,
): Problem[] {
  const whole = collections ? undefined : unknownFolder(name, files)
  if (whole) return [problemAt(displayPath, WHOLE_FILE, whole)]
  const mistakes = new Map<string, Mistake>()
  for (const file of files) {
    const [folder = '', ...rest] = file.relativePath.split('/')
    const part = `${displayPath}/${folder}`
    if (rest.length > 0 && collections?.some((one) => one.name === folder))
      mistakes.set(file.displayPath, mistakeInCollection(file.relativePath))
    else if (rest.length === 0 || folder === 'posts' || folder === 'authors') {
      mistakes.set(file.displayPath, mistakeInWorkspace(file.relativePath))
    } else if (!mistakes.has(part)) {
      const within = files.filter(({ relativePath }) => relativePath.startsWith(`${folder}/`))
      mistakes.set(part, unknownPart(folder, within))
    }
  }
  return Array.from(mistakes, ([path, mistake]) => problemAt(path, WHOLE_FILE, mistake))
}
