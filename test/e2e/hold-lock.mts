// Holds the lock of a folder of snapshots until it is killed, so that a build into it takes as long as a test likes.
import { whileLocked } from '../../snapshot/lock.ts'

whileLocked(process.argv[2]!, () => {
  process.stdout.write('held\n')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})
