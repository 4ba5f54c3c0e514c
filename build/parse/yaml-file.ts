// Whatever is in a YAML file, reading it comes to an end, and its failure is a problem of that file alone.
import { statSync } from 'node:fs'
import { longest, MOST_YAML_AT_FIRST } from '../isolation/effort.ts'
import { isReadableApart } from '../isolation/process.ts'
import { withinWorking } from '../isolation/time-limit.ts'
import { type Checked, nothing } from '../problems/problem.ts'
import { failed, tooComplex } from '../problems/read-failure.ts'
import { MOST_BYTES } from './decode.ts'
import type { ContentFile } from './file.ts'

/** What `read` makes of a file; nothing, and a problem, where it fails or takes too much. It may be called again. */
export function guarded<T>(file: ContentFile, read: () => Checked<T>): Checked<T | undefined> {
  let checked: Checked<T> | undefined
  try {
    const isRead = isWithinBounds(file, () => {
      checked = read()
    })
    return isRead ? checked! : nothing(tooComplex(file.shown))
  } catch (error) {
    return nothing(failed(file.shown, error))
  }
}

function isWithinBounds({ path }: ContentFile, work: () => void): boolean {
  const { size = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {}
  const isTried = size > MOST_YAML_AT_FIRST && size <= MOST_BYTES
  return (!isTried || isReadableApart(path)) && withinWorking(longest(size), work)
}
