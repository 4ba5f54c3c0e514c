// What a thread does: see helper.ts.
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer, Assignment } from './helper.ts'
import { postCompiler } from './post-file.ts'

const compile = postCompiler(workerData)

parentPort!.on('message', (files: Assignment) => {
  parentPort!.postMessage(files.map((file) => compile(file, 'first')) satisfies Answer)
})
