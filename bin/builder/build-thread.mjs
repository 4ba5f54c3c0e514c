// The entry point of the build thread: in Node 20 a worker cannot start from a .ts file, whatever loader its parent has.
import { once } from 'node:events'
import { join } from 'node:path'
import { workerData } from 'node:worker_threads'
import { canKeepCompiledCode, keepCompiledCode } from '../../build/typescript/code-cache.mjs'
import '../../build/typescript/register.mjs'

const received = once(workerData, 'message')
// The folder of compiled code has to be known before there is any. Where none can be kept, imports need not wait.
if (canKeepCompiledCode) {
  const [{ cache }] = await received
  if (cache?.folder !== undefined) keepCompiledCode(join(cache.folder, 'code'))
}
const { answerRequests } = await import('./thread-main.ts')
const [data] = await received
answerRequests(data)
