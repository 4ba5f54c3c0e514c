// The desk's notes on a workspace besides the replies: the file of each post, its links, and its problems.
import { type Brief, load } from '../compile/brief.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import { isIn } from '../problems/display-path.ts'
import type { Problem } from '../problems/problem.ts'
import { lineReader } from '../problems/source-lines.ts'

export interface Notes {
  posts: NotedPost[]
  /** The problems of its files, whether they became posts or not; sorted by file, line and column. */
  problems: NotedProblem[]
}

export interface NotedPost {
  slug: string
  /** The path relative to the workspace's folder. */
  file: string
  /** False for a draft without a date: what it has instead says nothing. */
  isDated: boolean
  /** The slugs of the posts of the same collection that it links to, each once. */
  links: string[]
}

/** `file` is relative to the workspace's folder, as it is in messages. */
export type NotedProblem = Omit<Problem, 'length'> & { excerpt: Excerpt | null }

/** A line of a file, or the part of it around what is meant, which is from `from` to `to`, in UTF-16 units. */
export interface Excerpt {
  text: string
  from: number
  to: number
}

/** The bound in UTF-16 units to either side: a line may be megabytes long. */
const MAX_DISTANCE = 160

/**
 * The notes of each workspace by folder, and the problems that belong to none.
 * @param problems in order
 */
export function notesOf(
  workspaces: readonly LinkedWorkspace[],
  problems: readonly Problem[],
): { notes: Map<string, Notes>; others: NotedProblem[] } {
  const lineOf = lineReader()
  const notes = new Map<string, Notes>()
  const homes = new Map<string, string>()
  for (const one of workspaces) {
    notes.set(one.settings.folder, { posts: postsOf(one), problems: [] })
    for (const { displayPath } of one.folder.posts) homes.set(displayPath, one.settings.folder)
  }
  const others: NotedProblem[] = []
  const folders = workspaces.map(({ folder }) => folder)
  for (const problem of problems) {
    const folder = folders.find(({ displayPath }) => isIn(problem.file, displayPath))
    const list = folder ? notes.get(homes.get(problem.file) ?? folder.name)!.problems : others
    list.push(noted(problem, folder?.displayPath, lineOf(problem)))
  }
  return { notes, others }
}

function postsOf({ posts, links, settings }: LinkedWorkspace): NotedPost[] {
  const isOwn = (to: Brief) => links.homeOf(to).settings.folder === settings.folder
  return posts.flatMap((brief) => {
    const { post, relativePath, isSelfContained } = brief
    if (!post) return []
    const written = isSelfContained ? [] : load(brief).post!.htmlLinks
    const targets = written.flatMap(({ reference }) => {
      const destination = links.destinationOf(reference)
      const isToPost = reference.kind === 'link' && destination.kind === 'post' && isOwn(destination.to)
      return isToPost ? (destination.to.post?.slug ?? []) : []
    })
    const isDated = post.publishedAt !== undefined
    return [{ slug: post.slug, file: relativePath, isDated, links: [...new Set(targets)] }]
  })
}

/** @param folder what paths are relative to @param line that the problem is in */
export function noted(
  { length, ...problem }: Problem,
  folder: string | undefined,
  line: string | undefined,
): NotedProblem {
  const relative = (text: string) => (folder === undefined ? text : text.replaceAll(`${folder}/`, ''))
  const { file, message, hint, column } = problem
  return {
    ...problem,
    file: file === folder ? '' : relative(file),
    message: relative(message),
    hint: relative(hint),
    excerpt: line === undefined ? null : excerptOf(line, column - 1, length),
  }
}

function excerptOf(line: string, from: number, length: number): Excerpt {
  const start = Math.max(0, from - MAX_DISTANCE)
  const end = Math.min(from + length + MAX_DISTANCE, start + 4 * MAX_DISTANCE)
  const text = line.slice(start, end)
  return { text, from: from - start, to: Math.min(text.length, from - start + length) }
}
