// What applies to all posts of a workspace: its settings, its keys, and the lists it declares.
import type { WorkspaceFolder } from '../discover/discover.ts'
import { ownHosts } from '../environment/environment.ts'
import { allOf, type Checked, problemsIn } from '../problems/problem.ts'
import { type AssignedKeys, assignKeys } from './keys.ts'
import { readSettings, type Settings } from './settings.ts'
import { type DeclaredLists, readLists } from './taxonomies.ts'

/** A workspace before its posts are read. Later stages add to it. */
export interface ConfiguredWorkspace {
  folder: WorkspaceFolder
  settings: Settings
  keys: AssignedKeys
  lists: DeclaredLists
}

/** @throws {ConfigurationError} if `GALLEY_KEYS` is invalid */
export function configure(
  folders: readonly WorkspaceFolder[],
  env: NodeJS.ProcessEnv,
): Checked<ConfiguredWorkspace[]> {
  const hosts = ownHosts(env)
  const read = allOf(folders.map((folder) => readWorkspace(folder, hosts)))
  const keys = assignKeys(
    read.value.map(({ settings }) => settings),
    env.GALLEY_KEYS,
  )
  const workspaces = read.value.map((workspace) => ({
    ...workspace,
    keys: keys.value.get(workspace.folder.name)!,
  }))
  return { value: workspaces, problems: problemsIn([read, keys]) }
}

function readWorkspace(
  folder: WorkspaceFolder,
  hosts: readonly string[],
): Checked<Omit<ConfiguredWorkspace, 'keys'>> {
  const settings = readSettings(folder, hosts)
  const lists = readLists(folder, settings.value)
  return {
    value: { folder, settings: settings.value, lists: lists.value },
    problems: problemsIn([settings, lists]),
  }
}
