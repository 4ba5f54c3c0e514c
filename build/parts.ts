// The files of all workspaces, each read on its own.
import type { Compiled } from './compile.ts'
import { compileAll } from './compile-all.ts'
import type { Folder } from './discover.ts'
import { type Lists, readLists } from './lists.ts'
import type { Problem } from './problem.ts'
import type { Settings } from './settings.ts'

/** What a workspace is made of, before its parts are put together. */
export interface Parts {
  settings: Settings
  lists: Lists
  /** In code point order of their paths, drafts included. */
  compiled: Compiled[]
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
  for (const post of compiled) problems.push(...post.problems)
  return folders.map(({ posts }, index) => ({
    settings: settings[index]!,
    lists: lists[index]!,
    compiled: compiled.splice(0, posts.length),
  }))
}
