// The Worker that runs in workerd: the build makes `dist/worker` of it.
import { createWorker } from './isolate.ts'

/** The path is that at which modules of data are files. */
export default createWorker('/bundle/data')
