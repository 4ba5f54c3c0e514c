// Writes a snapshot and is killed, as by `kill -9`, right before its nth operation on the file system.
// Arguments: the folder of snapshots, a marker that every post carries and that is shown as an image, n (0: run to the
// end), and the branch of a preview. Prints how many operations there were.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import type { BuiltWorkspace } from '../../snapshot/types.ts'
import { marked } from '../support/marked.ts'

const [dir = '', marker = '', nth = '0', preview = null] = process.argv.slice(2)
const operations = [
  'openSync',
  'writeSync',
  'writeFileSync',
  'closeSync',
  'fsyncSync',
  'renameSync',
  'mkdirSync',
  'rmSync',
  'rmdirSync',
] as const

let left = 0
for (const name of operations) {
  const operation = fs[name] as (...parameters: unknown[]) => unknown
  Object.assign(fs, {
    [name](...parameters: unknown[]) {
      if (--left === 0) process.kill(process.pid, 'SIGKILL')
      return operation(...parameters)
    },
  })
}
syncBuiltinESMExports()

/** Loaded only now, so that it sees the operations above. */
const { writeSnapshot } = await import('../../snapshot/write/write.ts')
const { sha256 } = await import('../../snapshot/format/format.ts')
const info = { name: 'b', single: false, url: null, title: null, sort: null, feed: false, fields: [] }
const workspaces: BuiltWorkspace[] = [
  { ...marked('a', marker, 12), drafts: preview !== null, collections: [info] },
  { ...marked('a/b', marker, 12), drafts: preview !== null, collection: info, keys: [] },
]
const image = `${marker.replaceAll(' ', '-')}.${sha256(marker).slice(0, 16)}.txt`
workspaces[0]!.media = [image]
/** Of its own: several may write at once. */
const source = join(dir, '..', `source of ${marker}`)
fs.writeFileSync(source, marker)
left = Number(nth)
const media = { into: join(dir, '../public/media'), sources: new Map([[image, source]]) }
writeSnapshot(dir, { workspaces, builtAt: null, preview, keepPrevious: true, keepProduction: true, media })
console.log(Number(nth) - left)
