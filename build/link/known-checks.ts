// The results of earlier checks across files: they stay the same as long as nothing has changed that the checks look at.
import { createHash } from 'node:crypto'
import { wholeJson } from '../../snapshot/objects.ts'
import type { Instant } from '../../snapshot/types.ts'
import type { MemoValues } from '../../snapshot/write/memo.ts'
import { faceOf, load } from '../compile/brief.ts'
import type { Problem } from '../problems/problem.ts'
import type { LinkedWorkspace } from './resolve.ts'

interface StoredCheck {
  problems: Problem[]
  /** The files of posts among theirs, with their keys: problems are reported with their places. */
  posts: [file: string, key: string][]
  /** The time of the check, and of the next post that appears; null if there is none. */
  from: Instant
  until: Instant | null
}

/** @param check finds the problems, if that is needed */
export function knownProblems(
  workspace: LinkedWorkspace,
  now: Instant,
  memo: Pick<MemoValues<'checks'>, 'get' | 'set'>,
  check: () => Problem[],
): Problem[] {
  const key = keyOf(workspace)
  const value = memo.get('checks', key)
  const known: StoredCheck | undefined = value && JSON.parse(Buffer.from(value).toString())
  if (known && isValid(known, workspace, now)) return known.problems
  const problems = check()
  const posts = postsAmong(problems, workspace)
  if (!posts) return problems
  const family = workspace.links.family.flatMap(({ posts }) => posts)
  const dates = family.flatMap(({ post }) => post?.publishedAt ?? [])
  const later = dates.filter((date) => date > now)
  const until = later.length === 0 ? null : later.reduce((next, date) => Math.min(next, date))
  memo.set(
    'checks',
    key,
    Buffer.from(JSON.stringify({ problems, posts, from: now, until } satisfies StoredCheck)),
  )
  return problems
}

function isValid({ posts, from, until }: StoredCheck, workspace: LinkedWorkspace, now: Instant): boolean {
  if (now < from || (until !== null && now >= until)) return false
  if (posts.length === 0) return true
  const keys = new Map(workspace.posts.map(({ file, key }) => [file, key]))
  return posts.every(([file, key]) => keys.get(file) === key)
}

/** Lists the posts with problems; `undefined` if one is in another file, whose places may change, or in a post that has no key. */
function postsAmong(
  problems: readonly Problem[],
  { posts, folder }: LinkedWorkspace,
): StoredCheck['posts'] | undefined {
  const files = new Set(problems.map(({ file }) => file))
  for (const { displayPath } of folder.media) files.delete(displayPath)
  if (files.size === 0) return []
  const own = posts.flatMap(({ file, key }): StoredCheck['posts'] =>
    key !== undefined && files.has(file) ? [[file, key]] : [],
  )
  return own.length === files.size ? own : undefined
}

function keyOf({ settings, lists, folder, links }: LinkedWorkspace): string {
  const { displayPath, categories, tags, series, media } = folder
  const paths = [displayPath, ...[categories, tags, series].map((file) => file?.displayPath)]
  const names = media.map((file) => file.displayPath)
  const hash = createHash('sha256').update(wholeJson([settings, lists, paths, names]))
  for (const { posts } of links.family) for (const post of posts) hash.update(post.face ?? faceOf(load(post)))
  return hash.digest('hex').slice(0, 32)
}
