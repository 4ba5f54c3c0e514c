// Counts in a file up to a number of times, each time with the folder's lock, and dies holding it.
// Arguments: the folder, how often.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { whileLocked } from '../../snapshot/write/lock.ts'

const [dir = '', times = ''] = process.argv.slice(2)
const file = join(dir, 'count')

for (let left = Number(times); left > 0; left--) {
  whileLocked(dir, () => {
    const count = Number(readFileSync(file, 'utf8'))
    writeFileSync(file, '')
    writeFileSync(file, String(count + 1))
    if (left === 1) process.kill(process.pid, 'SIGKILL')
  })
}
