// The small files of a workspace's folder as one object: a request for each of a thousand workspaces, rather than for each of their
// 4,000 files.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readWhole } from '../../snapshot/format/disk.ts'
import { BucketError } from './error.ts'

/** A file of more bytes is an object of its own: a pack is held in memory. */
const maxPackedFile = 2 ** 18

/** @returns all small files of a folder, with a line of JSON before them that says how long each is; and the names of the large ones */
export function packed(folder: string): { pack: Buffer; large: string[] } {
  const names = readdirSync(folder).sort()
  const isLarge = (name: string) => statSync(join(folder, name)).size > maxPackedFile
  const [large, small] = [names.filter(isLarge), names.filter((name) => !isLarge(name))]
  const bytes = small.map((name) => readWhole(join(folder, name)))
  const lengths = small.map((name, number) => [name, bytes[number]!.length])
  return { pack: Buffer.concat([Buffer.from(`${JSON.stringify(lengths)}\n`), ...bytes]), large }
}

/** @returns the files of a pack @throws {BucketError} if it is none */
export function unpacked(pack: Buffer): [name: string, bytes: Buffer][] {
  const end = pack.indexOf('\n')
  const lengths: [string, number][] = JSON.parse(pack.toString('utf8', 0, end))
  let at = end + 1
  return lengths.map(([name, length]) => {
    if (!/^[a-z][\w.-]*$/.test(name))
      throw new BucketError('the pack of a workspace has a file that no build makes')
    at += length
    return [name, pack.subarray(at - length, at)]
  })
}
