// Reads many workspaces in turn while there are hardly any descriptors, then none at all, then some again.
// Argument: the folder of snapshots. Prints what happened as JSON.
import { closeSync, openSync } from 'node:fs'
import { openSnapshots, SnapshotError } from '../../snapshot/read/snapshots.ts'
import { contentsIn } from '../support/contents.ts'
import { postsBeginning } from '../support/found.ts'

const snapshots = openSnapshots(process.argv[2]!, { maxDescriptors: 12 })
const folders = [...snapshots.current().workspaces.keys()]

function right(folder: string): boolean {
  const lease = snapshots.lease(folder)
  try {
    const { meta, html, markdown } = lease.workspace
    postsBeginning(lease.workspace, 'a')
    const records = [
      Buffer.from(meta.read(0, 1)[0]!).toString(),
      ...contentsIn(html, 0, 1),
      ...contentsIn(markdown, 0, 1),
    ]
    return records.every((record) => record.includes(`of ${folder}.`))
  } finally {
    lease.release()
  }
}

const crowded = folders.filter(right).length

const taken: number[] = []
let code: unknown
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch (error) {
  code = (error as NodeJS.ErrnoException).code
}
let refused: unknown
try {
  for (const folder of folders) right(folder)
} catch (error) {
  refused = error
}
const health = [snapshots.health({ force: true })]
for (const descriptor of taken) closeSync(descriptor)

const again = folders.filter(right).length
health.push(snapshots.health({ force: true }))
const well = health.every(({ current, workspace, damaged }) => !current && !workspace && !damaged)
const clear = refused instanceof SnapshotError && /EMFILE/.test(refused.message)
console.log(
  JSON.stringify({ folders: folders.length, crowded, code, clear, again, well, leases: snapshots.leases }),
)
