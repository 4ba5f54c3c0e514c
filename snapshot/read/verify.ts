// Full verification: every byte of the current snapshot, checked against its digests.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { piecesOf } from '../format/sealed-file.ts'
import { readCurrent } from './current.ts'
import { asSnapshotError, SnapshotError } from './error.ts'
import { Folder } from './folder.ts'

/** @returns what is wrong with the current snapshot, one line each; none if it is intact */
export function verifySnapshot(dir: string): string[] {
  try {
    const { workspaces } = readCurrent(dir)
    return [...workspaces].flatMap(([folder, { hash }]) => verifyWorkspace(dir, folder, hash))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** @returns what is wrong with a workspace's folder, one line each; none if it is intact */
export function verifyWorkspace(dir: string, workspace: string, hash: string): string[] {
  return [...damagesOf(dir, workspace, hash)].flatMap((damage) => damage?.message ?? [])
}

/**
 * Checks a workspace's folder, piece by piece.
 * @returns an error for each problem found, and `undefined` after each piece, so that others can have a turn
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
