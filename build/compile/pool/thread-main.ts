// The program of a helper thread: see thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { postCompiler } from './post.ts'
import type { Answer, Assignment } from './thread.ts'

const compile = postCompiler(workerData)

parentPort!.on('message', (files: Assignment) => {
  parentPort!.postMessage(files.map((file) => compile(file, 'first')) satisfies Answer)
})
