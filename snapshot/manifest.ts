// The read side of manifest.json, which says what the other files of a workspace's folder must be.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { reading, SnapshotError } from './error.ts'
import { FORMAT, hashOf, type Manifest, manifestFile } from './format.ts'
import { TOKENIZER } from './search/tokenize.ts'

/**
 * @param path the workspace's folder
 * @throws {SnapshotError} unless the folder is named after its manifest, and is this workspace's
 */
export function readManifest(path: string, workspace: string, hash: string): Manifest {
  const place = join(path, manifestFile)
  const bytes = reading(place, () => readFileSync(place))
  if (hashOf(bytes) !== hash) throw new SnapshotError(`${place}: it is not what the folder's name stands for`)
  const manifest: Manifest = reading(place, () => JSON.parse(bytes.toString()))
  if (manifest.format !== FORMAT || manifest.tokenizer !== TOKENIZER) {
    throw new SnapshotError(`${place}: it has another format than this program reads; run galley build again`)
  }
  if (manifest.folder !== workspace) {
    throw new SnapshotError(`${place}: it belongs to the workspace ${manifest.folder}, not to ${workspace}`)
  }
  return manifest
}
