// The text of one post under the limits of a build: one that exceeds them stays as it is, and the others go on.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { serialize } from 'node:v8'
import {
  isReadableInProcess,
  MAX_FILE_BYTES,
  MAX_FIRST_TRY_BYTES,
  processLimit,
  runWithinCpuTime,
} from '../../build/for-import.ts'
import { type ConvertedText, type ConvertOptions, convert } from './convert.ts'

const PROGRAM = fileURLToPath(new URL('./try.mjs', import.meta.url))

/** A text for a process that tries to convert it, which knows nothing of what that refers to. */
export type Trial = Pick<ConvertOptions, 'text' | 'dialect' | 'page' | 'site'> & { body: string }

/** Converts a text, or returns `undefined` if it is larger than any post, or takes too much time or memory for its size. */
export function convertWithinLimits(body: string, options: ConvertOptions): ConvertedText | undefined {
  const bytes = Buffer.byteLength(body)
  const isTried =
    bytes <= MAX_FIRST_TRY_BYTES || (bytes <= MAX_FILE_BYTES && isConvertible(body, options, bytes))
  return isTried ? withinLimits(body, () => convert(body, options)) : undefined
}

/** Returns what `work` makes of a text, or `undefined` if it takes too long for its size or nests too deeply. `work` may run twice. */
export function withinLimits<T>(text: string, work: () => T): T | undefined {
  let result: T | undefined
  try {
    const isDone = runWithinCpuTime(processLimit(text.length), () => {
      result = work()
    })
    return isDone ? result : undefined
  } catch (error) {
    // The stack or the longest text of JavaScript was not enough.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Tells whether a process has enough memory for it, which may crash without harm. */
function isConvertible(body: string, options: ConvertOptions, bytes: number): boolean {
  const { text, dialect, page, site } = options
  const trial: Trial = { body, text, dialect, page, site }
  const folder = mkdtempSync(join(tmpdir(), 'galley-import-'))
  try {
    writeFileSync(join(folder, 'trial'), serialize(trial))
    return isReadableInProcess(PROGRAM, join(folder, 'trial'), bytes)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
