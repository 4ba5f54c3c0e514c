// The files of all workspaces, each read on its own.

import type { Compiled } from './compile.ts'
import { compileAll } from './compile-all.ts'
import type { Folder } from './discover.ts'
import type { ContentFile } from './file.ts'
import { targetsOf } from './link/broken-links.ts'
import { wayOf } from './link/url-reference.ts'
import { type Lists, readLists } from './lists.ts'
import { type Medium, readMedium } from './media.ts'
import type { Problem } from './problem.ts'
import type { Settings } from './settings.ts'

/** What a workspace is made of, before its parts are put together. */
export interface Parts {
  settings: Settings
  lists: Lists
  /** In code point order of their paths, drafts included. */
  compiled: Compiled[]
  /** What could be shown, by path in the workspace in NFC. */
  files: ReadonlyMap<string, ContentFile>
  /** Paths of what is shown, drafts included. */
  used: ReadonlySet<string>
  /** Of what is shown, what could be read. */
  media: ReadonlyMap<string, Medium>
}

/** @param onCompiled called after each post's file */
export async function readParts(
  folders: readonly Folder[],
  settings: readonly Settings[],
  problems: Problem[],
  onCompiled: () => void,
): Promise<Parts[]> {
  const lists = folders.map((folder, index) => readLists(folder, settings[index]!, problems))
  const files = folders.flatMap(({ posts }, workspace) => posts.map((file) => ({ file, workspace })))
  const compiled = await compileAll(files, settings, onCompiled)
  // One by one: they may be more than a call takes arguments.
  for (const problem of compiled.flatMap((post) => post.problems)) problems.push(problem)
  return folders.map(({ posts, media }, index) => {
    const own = {
      settings: settings[index]!,
      lists: lists[index]!,
      compiled: compiled.splice(0, posts.length),
    }
    return { ...own, ...readMedia(media, own, problems) }
  })
}

/** Reads the files that are shown, and no others. */
function readMedia(
  files: readonly ContentFile[],
  own: Pick<Parts, 'settings' | 'lists' | 'compiled'>,
  problems: Problem[],
): Pick<Parts, 'files' | 'used' | 'media'> {
  const known = new Map(files.map((file) => [file.inside.normalize('NFC'), file]))
  const paths = targetsOf(own)
    .filter(({ kind }) => kind !== 'mention')
    .map(wayOf)
    .flatMap((way) => (way.to === 'file' ? [way.path] : []))
  const used = new Set(paths.filter((path) => known.has(path)))
  const read = [...used].map((path) => [path, readMedium(known.get(path)!, problems)] as const)
  const media = new Map(read.filter((entry): entry is [string, Medium] => entry[1] !== undefined))
  return { files: known, used, media }
}
