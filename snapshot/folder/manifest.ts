// The parts of a workspace's folder: the manifest, which the folder is named after, and the seals of its deflated files.

import { join } from 'node:path'
import { TOKENIZER } from '../../packages/search/index.ts'
import { readWhole } from '../format/disk.ts'
import * as format from '../format/format.ts'
import { reading, SnapshotError } from './error.ts'

/**
 * @param path the workspace's folder
 * @throws {SnapshotError} unless the folder is named after its manifest, and is this workspace's
 */
export function readManifest(path: string, workspace: string, hash: string): format.Manifest {
  const file = join(path, format.manifestFile)
  const text = reading(file, () => readWhole(file).toString())
  if (format.hashOf(text) !== hash) throw new SnapshotError(`${file}: it does not match the folder's name`)
  const manifest: format.Manifest = reading(file, () => JSON.parse(text))
  if (manifest.format !== format.FORMAT || manifest.tokenizer !== TOKENIZER) {
    throw new SnapshotError(`${file}: its format is not the one this version reads; run galley build again`)
  }
  if (manifest.folder !== workspace) {
    throw new SnapshotError(`${file}: it belongs to the workspace ${manifest.folder}, not to ${workspace}`)
  }
  return manifest
}

/**
 * @param path the workspace's folder
 * @throws {SnapshotError} if they are damaged
 */
export function readDeflated(path: string): format.DeflatedEntries {
  const file = join(path, format.deflatedFile)
  return reading(file, () => {
    const deflated: format.DeflatedFile = JSON.parse(readWhole(file).toString())
    if (format.deflatedChecksum(deflated) === deflated.crc32) return deflated
    throw new SnapshotError(`${file}: its checksum is wrong`)
  })
}
