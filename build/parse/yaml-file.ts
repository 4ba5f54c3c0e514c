// Reads a YAML file so that nothing in it can hang or crash the build: a failure is a problem of that file alone.
import { statSync } from 'node:fs'
import { isReadableInProcess } from '../isolation/process.ts'
import { runWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { type Checked, noValue } from '../problems/problem.ts'
import { readFailure, tooComplex } from '../problems/read-failure.ts'
import { MAX_FILE_BYTES } from './decode.ts'
import type { ContentFile } from './file.ts'

/** The result of `read`; `undefined`, and a problem, if it throws or takes too long. `read` may be called twice. */
export function guarded<T>(file: ContentFile, read: () => Checked<T>): Checked<T | undefined> {
  let checked: Checked<T> | undefined
  try {
    const isRead = isWithinBounds(file, () => {
      checked = read()
    })
    return isRead ? checked! : noValue(tooComplex(file.displayPath))
  } catch (error) {
    return noValue(readFailure(file.displayPath, error))
  }
}

function isWithinBounds({ path }: ContentFile, work: () => void): boolean {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  const isTried = size > MAX_FIRST_TRY_YAML_BYTES && size <= MAX_FILE_BYTES
  return (!isTried || isReadableInProcess(path)) && runWithinCpuTime(timeLimit(size), work)
}
