// Full verification: every byte of the current snapshot, checked against its digests.
import { join } from 'node:path'
import { asSnapshotError, SnapshotError } from '../folder/error.ts'
import { Folder } from '../folder/folder.ts'
import { inflatePiecesSync } from '../folder/inflate.ts'
import { PieceFile } from '../folder/pieces.ts'
import * as format from '../format/format.ts'
import { readCurrent } from './current.ts'
import { searchIndexDamages, sha256OfFile } from './search-index.ts'

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

/** Returns the damages that opening a workspace's folder tells: that files are missing, or not as long as they should be. */
export function openingDamages(dir: string, workspace: string, hash: string): string[] {
  try {
    new Folder(dir, workspace, hash).close()
    return []
  } catch (error) {
    return [asSnapshotError(join(dir, hash), error).message]
  }
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

export function partsOf(dir: string, workspace: string, entry: format.WorkspaceEntry): SnapshotPart[] {
  const { hash, searchIndex } = entry
  const folder = { name: hash, damages: () => damagesOf(dir, workspace, hash) }
  if ('missing' in searchIndex) return [folder]
  const name = format.searchIndexName(searchIndex.hash)
  return [folder, { name, damages: () => searchIndexDamages(dir, searchIndex) }]
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
  let isIntact = true
  for (const [name, { sha256 }] of Object.entries(folder.sealed)) {
    const path = join(folder.path, name)
    try {
      if ((yield* sha256OfFile(path)) === sha256) continue
      isIntact = false
      yield new SnapshotError(`${path}: its sha256 is wrong`)
    } catch (error) {
      isIntact = false
      yield asSnapshotError(path, error)
    }
  }
  try {
    if (!isIntact) return
    yield* shortDamages(folder)
    for (const name of format.contentNames) yield* contentDamages(folder, name)
  } finally {
    folder.close()
  }
}

/** Checks what the short files inflate to, as `contentDamages` does. */
function* shortDamages(folder: Folder): Generator<SnapshotError | undefined> {
  const digests = new Map<string, string>()
  let length = 0
  try {
    for (const name of Object.keys(folder.deflated.parts).filter((name) => !format.isOfContents(name))) {
      const bytes = folder.read(name)
      length += bytes.length
      digests.set(name, format.sha256(bytes))
      yield undefined
    }
    if (format.shortSeal(length, digests).sha256 !== folder.manifest.short.sha256)
      yield folder.fail(format.joinedFile, 'the sha256 of its files is wrong')
  } catch (error) {
    yield asSnapshotError(join(folder.path, format.joinedFile), error)
  }
}

/** Inflated at a time, in bytes. */
const batchBytes = 256 * 1024

/** Checks what the pieces inflate to: their seals, unlike the manifest, are not covered by the folder's name. */
function* contentDamages(folder: Folder, name: format.ContentName): Generator<SnapshotError | undefined> {
  const { posts, contents } = folder.manifest
  const digests: string[] = []
  const file = new PieceFile(folder, name)
  try {
    for (let from = 0, to = 0; from < posts; from = to) {
      let length = 0
      while (to < posts && (to === from || length + file.length(to) <= batchBytes))
        length += file.length(to++)
      let rest = inflatePiecesSync(Buffer.concat(file.pieces(from, to)), length)
      for (let post = from; post < to; post++) {
        digests.push(format.sha256(rest.subarray(0, file.length(post))))
        rest = rest.subarray(file.length(post))
      }
      yield undefined
    }
    if (format.sha256(digests.join('')) !== contents[name].sha256) {
      yield folder.fail(format.contentFiles(name).pieces, 'the sha256 of its contents is wrong')
    }
  } catch (error) {
    yield asSnapshotError(join(folder.path, format.contentFiles(name).pieces), error)
  }
}
