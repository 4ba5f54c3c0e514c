// Compares the visible posts of a workspace with those before, for notifications. Posts that are not visible are never looked at.
import { hash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { revisionsOf } from '../../api/_app/further-fields/revision.ts'
import type { Edition } from '../../api/_app/listing/edition.ts'
import type { Turn } from '../../api/_app/turns/turn.ts'
import type { PostNumber } from '../../snapshot/types.ts'

/** The posts that readers of a workspace could see at a time. */
export interface Seen {
  /** The edition's id; `null` if there was no such workspace. */
  edition: string | null
  /** The hash of the workspace, whatever was visible of it. */
  workspace: string | null
  /** The revision of each post by its name, newest first. */
  revisions: ReadonlyMap<string, string>
}

/** Names a post: by its slug, or by its address on the site. */
export type NameOf = (slug: string, post: PostNumber) => string

/** Names of posts, newest first; a renamed post counts as removed and added. */
export interface Change {
  /** An id that every process gives the same change. */
  id: string
  folder: string
  /** Ids of editions. */
  before: string | null
  after: string | null
  /** The time of the snapshot, if the change came with one: a post published again after it was undone is another change. */
  builtAt: string | null
  added: readonly string[]
  changed: readonly string[]
  removed: readonly string[]
}

export const nothing: Seen = { edition: null, workspace: null, revisions: new Map() }

/** The posts and the names that are read at a time: a fraction of a millisecond. */
const batch = { posts: 100, names: 500 }

/** Requests are answered in between. @throws {SnapshotError} */
export async function seenIn(edition: Edition, nameOf: NameOf, turn: Turn): Promise<Seen> {
  const { workspace, first, id } = edition
  const slugs: string[] = []
  let read = 0
  for (const [slug, number] of workspace.slugs()) {
    if (number >= first) slugs[number - first] = slug
    if (++read % batch.names === 0) await nextTurn()
  }
  const revisions = new Map<string, string>()
  for (let from = first; from < workspace.posts; from += batch.posts) {
    const found = await revisionsOf(edition, from, Math.min(from + batch.posts, workspace.posts), turn)
    for (const [i, revision] of found.entries())
      revisions.set(nameOf(slugs[from - first + i]!, from + i), revision)
    await nextTurn()
  }
  return { edition: id, workspace: workspace.hash, revisions }
}

/** Requests are answered in between. */
export async function changeBetween(
  folder: string,
  before: Seen,
  after: Seen,
  builtAt: string | null,
): Promise<Change> {
  const lists = await difference(before.revisions, after.revisions)
  return identified({ folder, before: before.edition, after: after.edition, builtAt, ...lists })
}

function identified(change: Omit<Change, 'id'>): Change {
  const { folder, before, after, builtAt } = change
  const identity = JSON.stringify([folder, before, after, builtAt])
  return { ...change, id: hash('sha256', identity, 'base64url').slice(0, 27) }
}

/** Joins two changes for a receiver that was not notified of the first: of each name what became of it last, the latest first. */
export function together(first: Change, later: Change): Change {
  const lists = ['added', 'changed', 'removed'] as const
  const fates = new Map<string, (typeof lists)[number]>()
  for (const list of lists) for (const name of later[list]) fates.set(name, list)
  for (const list of lists)
    for (const name of first[list])
      if (!fates.has(name) || (list === 'added' && fates.get(name) === 'changed')) fates.set(name, list)
  const namesOf = (list: string) => [...fates].filter(([, fate]) => fate === list).map(([name]) => name)
  const [added = [], changed = [], removed = []] = lists.map(namesOf)
  return identified({ ...later, before: first.before, added, changed, removed })
}

/** Takes a pause after some names. */
export async function difference(before: Seen['revisions'], after: Seen['revisions']) {
  const added: string[] = []
  const changed: string[] = []
  const removed: string[] = []
  let compared = 0
  for (const [name, revision] of after) {
    const known = before.get(name)
    if (known === undefined) added.push(name)
    else if (known !== revision) changed.push(name)
    if (++compared % batch.names === 0) await nextTurn()
  }
  for (const name of before.keys()) {
    if (!after.has(name)) removed.push(name)
    if (++compared % batch.names === 0) await nextTurn()
  }
  return { added, changed, removed }
}
