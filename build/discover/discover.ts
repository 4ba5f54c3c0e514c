// Which workspaces there are, and what each of their files is for.
import { join, resolve } from 'node:path'
import type { ContentFile } from '../parse/file.ts'
import { shownFolder } from '../problems/display-path.ts'
import { TOP } from '../problems/location.ts'
import {
  type Checked,
  type Mistake,
  nothing,
  type Problem,
  problemAt,
  problemsIn,
} from '../problems/problem.ts'
import { isMedia } from './media-type.ts'
import { twins } from './name-clashes.ts'
import {
  inRoot,
  inWorkspace,
  NO_WORKSPACE,
  ODD,
  partInRoot,
  unknownFolder,
  unknownPart,
  unreadableFolder,
} from './unused-files.ts'
import { walk } from './walk.ts'

/** A workspace's files; lists are in code point order of their paths. */
export interface Folder {
  name: string
  /** As messages show it: `content/demo`. */
  shown: string
  settings: ContentFile | undefined
  categories: ContentFile | undefined
  tags: ContentFile | undefined
  authors: ContentFile[]
  posts: ContentFile[]
  /** What posts may show: anywhere in the workspace. */
  media: ContentFile[]
}

export function filesIn({ settings, categories, tags, authors, posts, media }: Folder): number {
  const lists = [settings, categories, tags].filter(Boolean)
  return lists.length + authors.length + posts.length + media.length
}

/**
 * The workspaces of a content root, in code point order of their names. Every file without a use is a problem, and so
 * is a root without a workspace.
 */
export function discover(content: string): Checked<Folder[]> {
  const root = resolve(content)
  const shown = shownFolder(content)
  const problems: Problem[] = []
  const report = (path: string, mistake: Mistake) =>
    problems.push(problemAt(path === '' ? shown : `${shown}/${path}`, TOP, mistake))
  const walked = walk(root)
  const files = new Map<string, ContentFile[]>()
  for (const { path, kind, reason = '' } of walked) {
    const [top = '', ...rest] = path.split('/')
    const inside = rest.join('/')
    if (kind === 'folder') files.set(top, files.get(top) ?? [])
    else if (kind === 'unreadable') report(path, unreadableFolder(reason))
    else if (kind !== 'file') report(path, ODD[kind])
    else if (inside === '') report(path, inRoot(path, shown))
    else files.get(top)!.push({ shown: `${shown}/${path}`, path: join(root, path), inside })
  }
  for (const [path, mistake] of twins(walked.map(({ path }) => path))) report(path, mistake)
  const found = [...files].map(([name, within]): Checked<Folder | undefined> => {
    const part = partInRoot(name, shown)
    if (part) return nothing(problemAt(`${shown}/${name}`, TOP, part))
    return folderOf(name, `${shown}/${name}`, within)
  })
  const folders = found.map(({ value }) => value).filter((folder) => folder !== undefined)
  const none = folders.length === 0 ? [problemAt(shown, TOP, NO_WORKSPACE)] : []
  return { value: folders, problems: [...problems, ...problemsIn(found), ...none] }
}

/** What a path in a workspace is for. */
const USES = [
  [/^workspace\.yml$/, 'settings'],
  [/^categories\.yml$/, 'categories'],
  [/^tags\.yml$/, 'tags'],
  [/^authors\/[^/]+\.yml$/, 'authors'],
  [/^posts\/.+\.md$/, 'posts'],
] as const

type Use = (typeof USES)[number][1] | 'media' | 'nothing'

/** The folder as a workspace, or nothing when it holds no part of one. */
function folderOf(name: string, shown: string, files: readonly ContentFile[]): Checked<Folder | undefined> {
  const used: Record<Use, ContentFile[]> = {
    settings: [],
    categories: [],
    tags: [],
    authors: [],
    posts: [],
    media: [],
    nothing: [],
  }
  for (const file of files) used[useOf(file)].push(file)
  const { settings, categories, tags, authors, posts, media, nothing } = used
  const isWorkspace = nothing.length + media.length < files.length
  const useless = isWorkspace ? nothing : files
  const problems = complaints(name, shown, useless, isWorkspace)
  if (!isWorkspace) return { value: undefined, problems }
  const lists = { settings: settings[0], categories: categories[0], tags: tags[0] }
  return { value: { name, shown, ...lists, authors, posts, media }, problems }
}

function useOf({ inside }: ContentFile): Use {
  const [, use] = USES.find(([path]) => path.test(inside)) ?? []
  return use ?? (isMedia(inside) ? 'media' : 'nothing')
}

/** One problem for each file without a use, or for the folder they are in where that is the mistake. */
function complaints(
  name: string,
  shown: string,
  files: readonly ContentFile[],
  isWorkspace: boolean,
): Problem[] {
  const whole = isWorkspace ? undefined : unknownFolder(name, files)
  if (whole) return [problemAt(shown, TOP, whole)]
  const problems = new Map<string, Problem>()
  for (const file of files) {
    const [folder = '', ...rest] = file.inside.split('/')
    if (rest.length === 0 || folder === 'posts' || folder === 'authors') {
      problems.set(file.shown, problemAt(file.shown, TOP, inWorkspace(file.inside)))
    } else if (!problems.has(`${shown}/${folder}`)) {
      const within = files.filter(({ inside }) => inside.startsWith(`${folder}/`))
      problems.set(`${shown}/${folder}`, problemAt(`${shown}/${folder}`, TOP, unknownPart(folder, within)))
    }
  }
  return [...problems.values()]
}
