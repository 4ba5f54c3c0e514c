// What the process of a last try does: see last-try.ts.
import type { Attempt, Outcome } from './last-try.ts'
import { postCompiler } from './post-file.ts'

process.on('message', ({ file, settings }: Attempt) => {
  process.send!({ compiled: postCompiler(settings)(file, 'last') } satisfies Outcome)
})
