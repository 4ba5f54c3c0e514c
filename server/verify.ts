// Full verification of a workspace's folder while requests are being answered: read by the thread pool, hashed in
// slices that hold nothing up.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { SnapshotError } from '../snapshot/error.ts'
import { Folder } from '../snapshot/folder.ts'

const sliceBytes = 256 * 1024

/**
 * @param dir the folder of snapshots
 * @param hash the name of the workspace's folder in it
 * @throws {SnapshotError} that says what is wrong
 */
export async function verifyFolder(dir: string, workspace: string, hash: string): Promise<void> {
  const { path, manifest } = new Folder(dir, workspace, hash)
  for (const [name, { sha256 }] of Object.entries(manifest.files)) {
    const file = join(path, name)
    if ((await digestOf(file)) !== sha256) throw new SnapshotError(`${file}: its sha256 is wrong`)
  }
}

async function digestOf(file: string): Promise<string> {
  const digest = createHash('sha256')
  try {
    for await (const slice of createReadStream(file, { highWaterMark: sliceBytes })) digest.update(slice)
  } catch (error) {
    throw new SnapshotError(`${file}: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
  return digest.digest('hex')
}
