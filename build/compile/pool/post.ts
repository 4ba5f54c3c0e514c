// Reads and compiles the file of a post, in any thread or process.
import { createHash } from 'node:crypto'
import { runWithin, runWithinCpuTime } from '../../isolation/time-limit.ts'
import { MAX_FIRST_TRY_BYTES, timeLimit } from '../../isolation/work-limits.ts'
import { bytesOf, type ContentFile } from '../../parse/file.ts'
import { readFailure } from '../../problems/read-failure.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import { type Compile, type CompiledFile, compiler, withoutPost } from '../compile.ts'

/** Plain data, so that a thread can be given it. */
export interface PostFile {
  file: ContentFile
  /** The index of its workspace's settings. */
  workspace: number
}

/** Files get a first try, and a last one in a separate process if they are large or the first took too long. */
export type Try = 'first' | 'last'

const LIMITS: Record<Try, (bytes: number, work: () => void) => boolean> = {
  first: (_, work) => runWithin(500, work),
  last: (bytes, work) => runWithinCpuTime(timeLimit(bytes), work),
}

/** The SHA-256 of a file, as hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Makes the function that compiles a post's file, or gives up on it. */
export function postCompiler(settings: readonly CompilerSettings[]) {
  const compilers = new Map<number, Compile>()
  return ({ file, workspace }: PostFile, which: Try): CompiledFile | undefined => {
    const { value: bytes, problems } = bytesOf(file)
    if (!bytes) return withoutPost(file, problems)
    if (which === 'first' && bytes.length > MAX_FIRST_TRY_BYTES) return undefined
    const compile = compilers.get(workspace) ?? compiler(settings[workspace]!)
    // A compiler that was stopped in the middle of a text can be used again: it keeps no state between texts.
    compilers.set(workspace, compile)
    let compiled: CompiledFile | undefined
    try {
      const isDone = LIMITS[which](bytes.length, () => {
        compiled = { ...compile(file, bytes), digest: digestOf(bytes) }
      })
      return isDone ? compiled : undefined
    } catch (error) {
      return withoutPost(file, [readFailure(file.displayPath, error)])
    }
  }
}
