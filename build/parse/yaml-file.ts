// Reads a YAML file so that nothing in it can hang or crash the build: a failure is a problem of that file alone.
import { fileURLToPath } from 'node:url'
import { isReadableInProcess } from '../isolation/process.ts'
import { eachWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { type Checked, noValue } from '../problems/problem.ts'
import { readFailure, tooComplex } from '../problems/read-failure.ts'
import { MAX_FILE_BYTES } from './decode.ts'
import { type ContentFile, sizeOf } from './file.ts'

const PROGRAM = fileURLToPath(new URL('./yaml-process.mjs', import.meta.url))

/** The result of `read`; `undefined`, and a problem, if it throws or takes too long. `read` may be called twice. */
export function guarded<T>(file: ContentFile, read: () => Checked<T>): Checked<T | undefined> {
  return guardedEach([file], read)[0]!
}

/** Guards the reading of several files, which are watched together. */
export function guardedEach<T>(
  files: readonly ContentFile[],
  read: (file: ContentFile) => Checked<T>,
): Checked<T | undefined>[] {
  const checked = new Map<ContentFile, Checked<T | undefined>>()
  const failingAlone = (file: ContentFile, work: () => void) => {
    try {
      work()
    } catch (error) {
      checked.set(file, noValue(readFailure(file.displayPath, error)))
    }
  }
  const within: ContentFile[] = []
  for (const file of files)
    failingAlone(file, () => {
      const size = sizeOf(file)
      // It might take too much memory to be read here; what is larger still is not read at all.
      const isLarge = size > MAX_FIRST_TRY_YAML_BYTES && size <= MAX_FILE_BYTES
      if (!isLarge || isReadableInProcess(PROGRAM, file.path, size)) within.push(file)
    })
  eachWithinCpuTime(
    within,
    (file) => timeLimit(sizeOf(file)),
    (file) => failingAlone(file, () => checked.set(file, read(file))),
  )
  return files.map((file) => checked.get(file) ?? noValue(tooComplex(file.displayPath)))
}
