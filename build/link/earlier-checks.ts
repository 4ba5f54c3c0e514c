// What the checks across files found in the last build of this process: it is the same as long as no file differs in what they look at.
import type { Instant } from '../../snapshot/types.ts'
import { faceOf } from '../compile/brief.ts'
import type { Problem } from '../problems/problem.ts'
import type { LinkedWorkspace } from './resolve.ts'

interface EarlierCheck {
  workspace: LinkedWorkspace
  problems: Problem[]
  /** When it was checked, and when the next post appears. */
  from: Instant
  until: Instant
}

export class EarlierChecks {
  readonly #checked = new Map<string, EarlierCheck>()

  /** @param check finds the problems, if that is needed */
  problemsOf(workspace: LinkedWorkspace, now: Instant, check: () => Problem[]): Problem[] {
    const { name } = workspace.folder
    const before = this.#checked.get(name)
    if (before && before.from <= now && now < before.until && isSame(before, workspace)) {
      before.workspace = workspace
      return before.problems
    }
    const dates = workspace.posts.flatMap(({ post }) => post?.publishedAt ?? [])
    const until = dates.reduce(
      (next, date) => (date > now ? Math.min(next, date) : next),
      Number.POSITIVE_INFINITY,
    )
    const problems = check()
    this.#checked.set(name, { workspace, problems, from: now, until })
    return problems
  }
}

function isSame({ workspace: before, problems }: EarlierCheck, now: LinkedWorkspace): boolean {
  const isAlike =
    before.settings === now.settings &&
    before.lists === now.lists &&
    before.posts.length === now.posts.length &&
    before.folder.displayPath === now.folder.displayPath &&
    hasSameMedia(before, now)
  if (!isAlike) return false
  const changed = now.posts.filter((post, i) => post !== before.posts[i])
  const files = new Set(changed.map(({ file }) => file))
  return (
    // They are told with their places, which may have changed.
    !problems.some(({ file }) => files.has(file)) &&
    now.posts.every((post, i) => post === before.posts[i] || faceOf(post) === faceOf(before.posts[i]!))
  )
}

function hasSameMedia(before: LinkedWorkspace, now: LinkedWorkspace): boolean {
  const [media, others] = [now.folder.media, before.folder.media]
  return (
    media.length === others.length &&
    media.every(({ displayPath }, i) => displayPath === others[i]!.displayPath)
  )
}
