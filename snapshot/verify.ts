// Full verification: every byte that current.json stands for, against the digests that name it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCurrent } from './current.ts'
import { Folder } from './folder.ts'
import { sha256 } from './format.ts'

/** @returns what is wrong with a workspace's folder, a line each; none when it is whole */
export function verifyWorkspace(dir: string, workspace: string, hash: string): string[] {
  let folder: Folder
  try {
    folder = new Folder(dir, workspace, hash)
  } catch (error) {
    return [messageOf(error)]
  }
  return Object.entries(folder.manifest.files).flatMap(([name, seal]) => {
    const path = join(folder.path, name)
    try {
      return sha256(readFileSync(path)) === seal.sha256 ? [] : [`${path}: its sha256 is wrong`]
    } catch (error) {
      return [`${path}: ${messageOf(error)}`]
    }
  })
}

/** @returns what is wrong with the current snapshot, a line each; none when it is whole */
export function verifySnapshot(dir: string): string[] {
  try {
    const { workspaces } = readCurrent(dir)
    return [...workspaces].flatMap(([folder, { hash }]) => verifyWorkspace(dir, folder, hash))
  } catch (error) {
    return [messageOf(error)]
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
