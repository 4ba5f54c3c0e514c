// Holds the lock of a folder, and does nothing else meanwhile, not even answer its event loop. Says so in a file.
// Arguments: the folder, a name for it, for how many milliseconds at least, the file. It goes on until its input ends.
import { appendFileSync, readFileSync } from 'node:fs'
import { whileLocked } from '../../snapshot/write/lock.ts'

const [dir = '', name = '', milliseconds = '', file = ''] = process.argv.slice(2)

whileLocked(
  dir,
  () => {
    appendFileSync(file, `${name} holds it\n`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(milliseconds))
    readFileSync(0)
    appendFileSync(file, `${name} lets go\n`)
  },
  { onNote: console.log },
)
