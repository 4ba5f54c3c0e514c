// Writes a snapshot and is killed, as by `kill -9`, right before its nth operation on the file system.
// Arguments: the folder of snapshots, a marker that every post carries, n (0: run to the end).
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { syntheticWorkspace } from '../bench/posts.ts'

const [dir = '', marker = '', nth = '0'] = process.argv.slice(2)
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

let left = Number(nth)
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
const { writeSnapshot } = await import('../../snapshot/write.ts')
const workspaces = ['a', 'b'].map((folder) => {
  const workspace = syntheticWorkspace(folder, 12)
  for (const post of workspace.posts) post.meta.description = marker
  return workspace
})
writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: true })
