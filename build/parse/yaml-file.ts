// Reads a YAML file so that nothing in it can hang or crash the build: a failure is a problem of that file alone.
import { fileURLToPath } from 'node:url'
import { isReadableInProcess } from '../isolation/process.ts'
import { eachWithinCpuTime, runWithinCpuTime } from '../isolation/time-limit.ts'
import { MAX_FIRST_TRY_YAML_BYTES, timeLimit } from '../isolation/work-limits.ts'
import { type Checked, noValue } from '../problems/problem.ts'
import { readFailure, tooComplex } from '../problems/read-failure.ts'
import { MAX_FILE_BYTES } from './decode.ts'
import { type ContentFile, sizeOf } from './file.ts'

const PROGRAM = fileURLToPath(new URL('./yaml-process.mjs', import.meta.url))

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

/** The same for each of several files: those that are small are watched together. */
export function guardedEach<T>(
  files: readonly ContentFile[],
  read: (file: ContentFile) => Checked<T>,
): Checked<T | undefined>[] {
  const checked = new Map<ContentFile, Checked<T | undefined>>()
  const readNow = (file: ContentFile) => {
    try {
      checked.set(file, read(file))
    } catch (error) {
      checked.set(file, noValue(readFailure(file.displayPath, error)))
    }
  }
  const small = files.filter((file) => !isLarge(sizeOf(file)))
  const stopped = eachWithinCpuTime(small, (file) => timeLimit(sizeOf(file)), readNow)
  for (const file of stopped) checked.set(file, noValue(tooComplex(file.displayPath)))
  return files.map((file) => checked.get(file) ?? guarded(file, () => read(file)))
}

function isWithinBounds(file: ContentFile, work: () => void): boolean {
  const size = sizeOf(file)
  return (
    (!isLarge(size) || isReadableInProcess(PROGRAM, file.path, size)) &&
    runWithinCpuTime(timeLimit(size), work)
  )
}

/** Whether it might take too much memory to be read here; what is larger still is not read at all. */
function isLarge(size: number): boolean {
  return size > MAX_FIRST_TRY_YAML_BYTES && size <= MAX_FILE_BYTES
}
