// The program of a helper thread: see thread.ts.

import { parentPort, workerData } from 'node:worker_threads'
import { Vocabulary } from '../../../packages/search/index.ts'
import { packText } from '../../../snapshot/write/content.ts'
import { measureOf } from '../../../snapshot/write/distinct.ts'
import { PostCompiler, type PostFile } from './post.ts'
import type { Answer, Assignment, CompiledAnswer, PackedTexts } from './thread.ts'

const vocabulary = new Vocabulary()
const compiler = new PostCompiler(workerData, vocabulary)

parentPort!.on('message', (assignment: Assignment) => {
  if ('pack' in assignment) {
    const packed = assignment.pack.map(
      ([html, markdown]): PackedTexts => [packText(html), packText(markdown)],
    )
    send({ packed }, packed.flat())
  } else if ('measure' in assignment) {
    send({ measures: assignment.measure.map(measureOf) }, [])
  } else {
    const answer = answerOf(assignment.compile, assignment.packs)
    const contents = answer.compiled.flatMap((one) => one?.post?.content ?? [])
    send(
      answer,
      contents.flatMap(({ words: _, ...texts }) => Object.values(texts)),
    )
  }
})

function answerOf(files: readonly PostFile[], packs: boolean): CompiledAnswer {
  const known = vocabulary.terms.length
  const compiled = compiler.first(files, packs)
  while (compiled.length < files.length) compiled.push(...compiler.first(files.slice(compiled.length), packs))
  return { compiled, terms: vocabulary.terms.slice(known) }
}

/** @param moved bytes in it that need not be copied */
function send(answer: Answer, moved: readonly Uint8Array[]): void {
  parentPort!.postMessage(answer, [...new Set(moved.map(({ buffer }) => buffer as ArrayBuffer))])
}
