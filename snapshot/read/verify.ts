// Full verification: every byte of the current snapshot, checked against its digests.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { searchIndexName, type WorkspaceEntry } from '../format/format.ts'
import { chunksOfFile } from '../format/sealed-file.ts'
import { readCurrent } from './current.ts'
import { asSnapshotError, SnapshotError } from './error.ts'
import { Folder } from './folder.ts'
import { searchIndexDamages } from './search-index.ts'

/** @returns what is wrong with the current snapshot, one line each; none if it is intact */
export function verifySnapshot(dir: string): string[] {
  try {
    const parts = [...readCurrent(dir).workspaces].flatMap(([folder, entry]) => partsOf(dir, folder, entry))
    return parts.flatMap(({ damages }) => messagesOf(damages()))
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}

/** @returns what is wrong with a workspace's folder, one line each; none if it is intact */
export function verifyWorkspace(dir: string, workspace: string, hash: string): string[] {
  return messagesOf(damagesOf(dir, workspace, hash))
}

function messagesOf(damages: Iterable<SnapshotError | undefined>): string[] {
  return [...damages].flatMap((damage) => damage?.message ?? [])
}

/** A folder or file of a snapshot; its name is the hash of its contents. */
export interface SnapshotPart {
  name: string
  /** Yields each damage, and `undefined` after each step, so that other work can be done in between. */
  damages(): Generator<SnapshotError | undefined>
}

export function partsOf(dir: string, workspace: string, entry: WorkspaceEntry): SnapshotPart[] {
  const { hash, searchIndex } = entry
  const folder = { name: hash, damages: () => damagesOf(dir, workspace, hash) }
  if ('missing' in searchIndex) return [folder]
  const name = searchIndexName(searchIndex.hash)
  return [folder, { name, damages: () => searchIndexDamages(dir, searchIndex.hash) }]
}

/**
 * Checks a workspace's folder, piece by piece.
 * @returns an error for each problem found, and `undefined` after each piece, so that others can have a turn
 */
function* damagesOf(dir: string, workspace: string, hash: string): Generator<SnapshotError | undefined> {
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
      for (const piece of chunksOfFile(path)) {
        digest.update(piece)
        yield undefined
      }
      if (digest.digest('hex') !== sha256) yield new SnapshotError(`${path}: its sha256 is wrong`)
    } catch (error) {
      yield asSnapshotError(path, error)
    }
  }
}
