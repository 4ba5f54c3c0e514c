// The program of the last-try process: see last-try.ts.
import { Vocabulary } from '../../../packages/search/index.ts'
import type { Attempt, Outcome } from './last-try.ts'
import { PostCompiler } from './post.ts'

process.on('message', ({ file, settings }: Attempt) => {
  const vocabulary = new Vocabulary()
  const compiled = new PostCompiler(settings, vocabulary).last(file)
  process.send!({ compiled, terms: vocabulary.terms } satisfies Outcome)
})
