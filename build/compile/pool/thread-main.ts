// The program of a helper thread: see thread.ts.
import { parentPort, workerData } from 'node:worker_threads'
import { Vocabulary } from '../../../snapshot/search/vocabulary.ts'
import { PostCompiler } from './post.ts'
import type { Answer, Assignment } from './thread.ts'

const vocabulary = new Vocabulary()
const compiler = new PostCompiler(workerData, vocabulary)

parentPort!.on('message', (files: Assignment) => {
  const known = vocabulary.terms.length
  const compiled: Answer['compiled'] = []
  while (compiled.length < files.length) compiled.push(...compiler.first(files.slice(compiled.length)))
  parentPort!.postMessage({ compiled, terms: vocabulary.terms.slice(known) } satisfies Answer)
})
