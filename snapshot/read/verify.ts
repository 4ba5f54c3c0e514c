// Full verification: every byte that current.json stands for, against the digests that name it.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { piecesOf } from '../format/sealed-file.ts'
import { readCurrent } from './current.ts'
import { asSnapshotError, SnapshotError } from './error.ts'
import { Folder } from './folder.ts'

/** @returns what is wrong with the current snapshot, a line each; none when it is whole */
export function verifySnapshot(dir: string): string[] {
  try {
    const { workspaces } = readCurrent(dir)
    return [...workspaces].flatMap(([folder, { hash }]) => verifyWorkspace(dir, folder, hash))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** @returns what is wrong with a workspace's folder, a line each; none when it is whole */
export function verifyWorkspace(dir: string, workspace: string, hash: string): string[] {
  return [...damagesOf(dir, workspace, hash)].flatMap((damage) => damage?.message ?? [])
}

/**
 * Finds what is wrong with a workspace's folder, piece by piece.
 * @returns each damage when it is found, and nothing after each piece, when others may have their turn
 */
export function* damagesOf(
  dir: string,
  workspace: string,
  hash: string,
): Generator<SnapshotError | undefined> {
  let folder: Folder
  try {
    folder = new Folder(dir, workspace, hash)
  } catch (error) {
    yield asSnapshotError(join(dir, hash), error)
    return
  }
  for (const [name, { sha256 }] of Object.entries(folder.manifest.files)) {
    const path = join(folder.path, name)
    const digest = createHash('sha256')
    try {
      for (const piece of piecesOf(path)) {
        digest.update(piece)
        yield undefined
      }
      if (digest.digest('hex') !== sha256) yield new SnapshotError(`${path}: its sha256 is wrong`)
    } catch (error) {
      yield asSnapshotError(path, error)
    }
  }
}
