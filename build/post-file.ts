// A post's file, read and compiled by whichever thread it is given to.
import { type Compile, type Compiled, compiler, withoutPost } from './compile.ts'
import { bytesOf, type ContentFile } from './file.ts'
import type { Problem } from './problem.ts'
import type { Settings } from './settings.ts'
import { within, withinWorking } from './within.ts'

/** Plain data, so that a thread can be given it. */
export interface PostFile {
  file: ContentFile
  /** Which of the settings are those of its workspace. */
  workspace: number
}

/** Most files have a first try; large ones and those that take longer have a last one, in a process that can be lost. */
export type Try = 'first' | 'last'

/**
 * Bytes of the largest file that has a first try. What larger ones fill in half a second is more than the thread that
 * builds should ever hold, and nothing but its end makes it smaller.
 */
const MOST_AT_FIRST = 256 * 1024

const LIMITS: Record<Try, (bytes: number, work: () => void) => boolean> = {
  first: (_, work) => within(500, work),
  // Prose takes a second for each megabyte or so.
  last: (bytes, work) => withinWorking(1000 + Math.ceil(bytes / 1000), work),
}

/** Makes the function that compiles a post's file, or gives up on it. */
export function postCompiler(settings: readonly Settings[]) {
  const compilers = new Map<number, Compile>()
  return ({ file, workspace }: PostFile, which: Try): Compiled | undefined => {
    const problems: Problem[] = []
    const bytes = bytesOf(file, problems)
    if (!bytes) return withoutPost(file, problems)
    if (which === 'first' && bytes.length > MOST_AT_FIRST) return undefined
    const compile = compilers.get(workspace) ?? compiler(settings[workspace]!)
    compilers.set(workspace, compile)
    let compiled: Compiled | undefined
    const isDone = LIMITS[which](bytes.length, () => {
      compiled = compile(file, bytes)
    })
    if (isDone) return compiled
    // A renderer that was stopped in the middle of a text may mistake the next one for the rest of it.
    compilers.delete(workspace)
    return undefined
  }
}
