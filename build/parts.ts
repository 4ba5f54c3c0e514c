// The files of all workspaces, each read on its own.
import type { Compiled } from './compile.ts'
import { compileAll } from './compile-all.ts'
import type { Folder } from './discover.ts'
import { type Lists, readLists } from './lists.ts'
import type { Problem } from './problem.ts'
import type { Settings } from './settings.ts'

/** A workspace with each of its files read by itself. */
export interface CompiledWorkspace {
  folder: Folder
  settings: Settings
  lists: Lists
  /** In code point order of their paths, drafts included. */
  posts: Compiled[]
}

/** @param onCompiled called after each post's file */
export async function readParts(
  folders: readonly Folder[],
  settings: readonly Settings[],
  problems: Problem[],
  onCompiled: () => void,
): Promise<CompiledWorkspace[]> {
  const lists = folders.map((folder, index) => readLists(folder, settings[index]!, problems))
  const files = folders.flatMap(({ posts }, workspace) => posts.map((file) => ({ file, workspace })))
  const compiled = await compileAll(files, settings, onCompiled)
  // One by one: they may be more than a call takes arguments.
  for (const problem of compiled.flatMap((post) => post.problems)) problems.push(problem)
  return folders.map((folder, index) => ({
    folder,
    settings: settings[index]!,
    lists: lists[index]!,
    posts: compiled.splice(0, folder.posts.length),
  }))
}
