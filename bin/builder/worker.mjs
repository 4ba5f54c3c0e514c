// The entry point of the build thread: in Node 20 a worker cannot start from a .ts file, whatever loader its parent has.
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { keepCompiledCode } from '../../build/typescript/code-cache.mjs'
import '../../build/typescript/register.mjs'

const { folder } = workerData.cache ?? {}
if (folder !== undefined) keepCompiledCode(join(folder, 'code'))
await import('./worker.ts')
