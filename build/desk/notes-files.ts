// Writes the notes of a preview's desk: a static file for each workspace, which is found only by those who have
// the workspace's key.
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../snapshot/format/disk.ts'
import { isNotesFile, notesFile } from '../../snapshot/format/pages.ts'
import { openSnapshots } from '../../snapshot/read/snapshots.ts'
import type { LinkedWorkspace } from '../link/resolve.ts'
import type { Problem } from '../problems/problem.ts'
import { replacePublic } from '../publish/static-pages.ts'
import { type Notes, notesOf } from './notes.ts'

/**
 * Call this after the snapshot was written: each file is named after the edition that its replies name.
 * @param out the folder that has `data` and `public`
 */
export function writeNotes(
  read: readonly LinkedWorkspace[],
  problems: readonly Problem[],
  out: string,
): void {
  const folder = join(out, 'public/docs/desk')
  const { notes } = notesOf(read, problems)
  const keys = read.flatMap(({ folder, keys }) => keys.keys.filter((key) => key !== folder.name))
  const editions = editionsIn(join(out, 'data'), read)
  makeFolder(folder)
  for (const [name, edition] of editions) {
    replacePublic(join(folder, notesFile(edition)), JSON.stringify(withoutKeys(notes.get(name)!, keys)))
  }
  const current = new Set([...editions.values()].map(notesFile))
  for (const name of readdirSync(folder)) {
    if (isNotesFile(`desk/${name}`) && !current.has(name)) rmSync(join(folder, name), { force: true })
  }
}

/** Returns editions by folder. With drafts, every post is visible at any time. */
function editionsIn(data: string, read: readonly LinkedWorkspace[]): Map<string, string> {
  const snapshots = openSnapshots(data)
  try {
    return new Map(
      read.map(({ settings: { folder } }) => {
        const { workspace, release } = snapshots.lease(folder)
        const edition = `${workspace.digest(0)}.${workspace.posts}`
        release()
        return [folder, edition]
      }),
    )
  } finally {
    snapshots.close()
  }
}

/** Keys may be secrets; the name of a folder, which is a key by default, is none. */
function withoutKeys({ posts, problems }: Notes, keys: readonly string[]): Notes {
  const has = (text: string) => keys.some((key) => text.includes(key))
  const without = (text: string) => keys.reduce((rest, key) => rest.replaceAll(key, '…'), text)
  return {
    posts,
    problems: problems.map((problem) => ({
      ...problem,
      message: without(problem.message),
      hint: without(problem.hint),
      excerpt: problem.excerpt && has(problem.excerpt.text) ? null : problem.excerpt,
    })),
  }
}
