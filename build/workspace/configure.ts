// Reads what applies to all posts of a workspace: its settings, its keys, and the lists it declares.
import { sha256 } from '../../snapshot/format/format.ts'
import type { Memory } from '../../snapshot/memory.ts'
import type { WorkspaceFolder } from '../discover/discover.ts'
import { ownHosts } from '../environment/environment.ts'
import { bytesOf } from '../parse/file.ts'
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

/**
 * @param memory for those who read the same folders again and again: they get the same object for what is as it was
 * @throws {ConfigurationError} if `GALLEY_KEYS` is invalid
 */
export function configure(
  folders: readonly WorkspaceFolder[],
  env: NodeJS.ProcessEnv,
  memory?: Memory,
): Checked<ConfiguredWorkspace[]> {
  const hosts = ownHosts(env)
  const known = memory?.of(KnownWorkspaces)
  const read = allOf(
    folders.map((folder) => {
      const { value, problems } = known ? known.read(folder, hosts) : readWorkspace(folder, hosts)
      return { value: { folder, ...value }, problems }
    }),
  )
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

type ReadWorkspace = Checked<Pick<ConfiguredWorkspace, 'settings' | 'lists'>>

function readWorkspace(folder: WorkspaceFolder, hosts: readonly string[]): ReadWorkspace {
  const settings = readSettings(folder, hosts)
  const lists = readLists(folder, settings.value)
  return {
    value: { settings: settings.value, lists: lists.value },
    problems: problemsIn([settings, lists]),
  }
}

/** The workspaces as they were read last, each as long as the bytes of its files are the same. */
class KnownWorkspaces {
  readonly #known = new Map<string, { key: string; read: ReadWorkspace }>()

  read(folder: WorkspaceFolder, hosts: readonly string[]): ReadWorkspace {
    const key = keyOf(folder, hosts)
    const known = this.#known.get(folder.name)
    if (known && known.key === key) return known.read
    const read = readWorkspace(folder, hosts)
    // A file may have changed before it was read again.
    if (key !== undefined && isLasting(read) && key === keyOf(folder, hosts))
      this.#known.set(folder.name, { key, read })
    else this.#known.delete(folder.name)
    return read
  }
}

/** Returns false if time or memory ran out: then the workspace may become something else next time. */
function isLasting({ problems }: ReadWorkspace): boolean {
  return !problems.some(({ code }) => code === 'too-complex')
}

/** Stands for all that a workspace is read from; `undefined` if a file cannot be read. */
function keyOf(
  { name, displayPath, settings, categories, tags, series, authors }: WorkspaceFolder,
  hosts: readonly string[],
): string | undefined {
  const digests: (string | undefined)[][] = []
  for (const file of [settings, categories, tags, series, ...authors]) {
    const bytes = file && bytesOf(file).value
    if (file && !bytes) return undefined
    digests.push([file?.displayPath, file?.relativePath, bytes && sha256(bytes)])
  }
  return sha256(JSON.stringify([name, displayPath, hosts, digests]))
}
