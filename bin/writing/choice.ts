// The workspaces that a command is about, and its reports of files that it cannot read.
import { readWorkspaces, type WrittenWorkspace, withTheirCollections } from '../../build/edit/read.ts'
import { ConfigurationError } from '../../build/environment/configuration.ts'
import { didYouMean } from '../../build/problems/suggest.ts'
import { many } from '../../snapshot/printable.ts'
import type { FlagValues, Output } from '../cli/command.ts'
import { printMessage } from '../terminal/print.ts'

/**
 * Returns all workspaces, or that of a folder, without posts that are no drafts and have no date: a build publishes none of these.
 * @throws {ConfigurationError} if there is none
 */
export function workspacesWithStatus(content: string, env: NodeJS.ProcessEnv, folder: FlagValues[string]) {
  return workspacesNamed(readWorkspaces(content, env), folder).map((workspace) => ({
    ...workspace,
    posts: workspace.posts.filter(
      ({ header }) => header.status === 'draft' || header.publishedAt !== undefined,
    ),
  }))
}

/** Returns all workspaces, or the one of a folder. @throws {ConfigurationError} if there is none */
export function workspacesNamed(all: readonly WrittenWorkspace[], folder: FlagValues[string]) {
  const folders = all.map(({ settings }) => settings.folder)
  if (folder === undefined) return all
  if (folders.includes(String(folder))) return all.filter(({ settings }) => settings.folder === folder)
  const hint = didYouMean(String(folder), folders, `Workspaces: ${folders.join(', ')}.`)
  throw new ConfigurationError(`There is no workspace ${folder}. ${hint}`)
}

export function sayUnread(workspaces: readonly WrittenWorkspace[], stderr: Output): void {
  const all = withTheirCollections(workspaces)
  const unread = all.reduce((sum, { folder, posts }) => sum + folder.posts.length - posts.length, 0)
  if (unread === 0) return
  const are = many(unread, 'file is', 'files are')
  printMessage(stderr, `${are} left out: galley check says what is wrong.`)
}
