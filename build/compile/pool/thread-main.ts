// The program of a helper thread: see thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { PostCompiler } from './post.ts'
import type { Answer, Assignment } from './thread.ts'

const compiler = new PostCompiler(workerData)

parentPort!.on('message', (files: Assignment) => {
  const answer: Answer = []
  while (answer.length < files.length) answer.push(...compiler.first(files.slice(answer.length)))
  parentPort!.postMessage(answer)
})
