// Problems with files that could not be read to the end, reported at the beginning of the file.
import { WHOLE_FILE } from './location.ts'
import { type Problem, problemAt, quoted } from './problem.ts'

/** Reading was stopped: see time-limit.ts. */
export function tooComplex(file: string): Problem {
  return failure(file, 'Reading this file was stopped: it takes too long for its size, or too much memory.')
}

/** Reading failed with an unexpected error. */
export function readFailure(file: string, error: unknown): Problem {
  const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n', 1)
  return failure(file, `Reading this file failed: ${quoted(reason)}.`)
}

function failure(file: string, message: string): Problem {
  const hint = 'Split it, or look for long runs of brackets, quotes, asterisks or other symbols.'
  return problemAt(file, WHOLE_FILE, { code: 'too-complex', message, hint })
}
