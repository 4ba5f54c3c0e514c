// Writes one snapshot after the other. Arguments: the folder of snapshots, a marker that every post carries, how often.
import { writeSnapshot } from '../../snapshot/write/write.ts'
import { marked } from '../support/marked.ts'

const [dir = '', marker = '', times = ''] = process.argv.slice(2)

for (let turn = 0; turn < Number(times); turn++) {
  const workspaces = [marked('a', `${marker} ${turn}`, 5), marked('b', marker, 5)]
  writeSnapshot(dir, { workspaces, builtAt: null, preview: null, keepPrevious: turn % 2 === 0 })
}
