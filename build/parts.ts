// A workspace's files, each read on its own.
import { type Compiled, compiler } from './compile.ts'
import type { Folder } from './discover.ts'
import { bytesOf, type ContentFile } from './file.ts'
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
  folder: Folder,
  settings: Settings,
  problems: Problem[],
  onCompiled: () => void,
): Promise<Parts> {
  const lists = readLists(folder, settings, problems)
  const compiled = await compilePosts(folder.posts, settings, problems, onCompiled)
  for (const post of compiled) problems.push(...post.problems)
  return { settings, lists, compiled }
}

/** A file that cannot be read is left out, and a problem. */
async function compilePosts(
  files: readonly ContentFile[],
  settings: Settings,
  problems: Problem[],
  onCompiled: () => void,
): Promise<Compiled[]> {
  const compile = compiler(settings)
  return files.flatMap((file) => {
    const bytes = bytesOf(file, problems)
    const compiled = bytes ? [compile(file, bytes)] : []
    onCompiled()
    return compiled
  })
}
