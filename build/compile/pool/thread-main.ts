// The program of a helper thread: see thread.ts.

import { parentPort, workerData } from 'node:worker_threads'
import { Vocabulary } from '../../../packages/search/index.ts'
import { PostCompiler } from './post.ts'
import type { Answer, Assignment } from './thread.ts'

const vocabulary = new Vocabulary()
const compiler = new PostCompiler(workerData, vocabulary)

parentPort!.on('message', ({ files, packs }: Assignment) => {
  const known = vocabulary.terms.length
  const compiled = compiler.first(files, packs)
  while (compiled.length < files.length) compiled.push(...compiler.first(files.slice(compiled.length), packs))
  const texts = compiled.flatMap((one) => {
    const { words: _, ...texts } = one?.post?.content ?? {}
    return Object.values<Uint8Array>(texts)
  })
  // The memory of texts need not be copied.
  const moved = new Set(texts.map(({ buffer }) => buffer as ArrayBuffer))
  parentPort!.postMessage({ compiled, terms: vocabulary.terms.slice(known) } satisfies Answer, [...moved])
})
