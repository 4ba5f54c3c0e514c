// Reads and compiles the file of a post, in any thread or process.
import { createHash } from 'node:crypto'
import { PostPacker } from '../../../snapshot/search/packed.ts'
import type { Vocabulary } from '../../../snapshot/search/vocabulary.ts'
import { runWithin, runWithinCpuTime } from '../../isolation/time-limit.ts'
import { MAX_FIRST_TRY_BYTES, timeLimit } from '../../isolation/work-limits.ts'
import { bytesOf, type ContentFile } from '../../parse/file.ts'
import { readFailure } from '../../problems/read-failure.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import { type Compile, type CompiledFile, compiler, type RenderedFile, withoutPost } from '../compile.ts'
import { withWords } from '../words.ts'

/** Plain data, so that a thread can be given it. */
export interface PostFile {
  file: ContentFile
  /** The index of its workspace's settings. */
  workspace: number
}

/** In milliseconds of wall time, for a first try. */
const FIRST_TRY = 500
/** Watching each of many short tries would take longer than some of them: so long, they are watched together. */
const TOGETHER = 40

/** The SHA-256 of a file, as hexadecimal digits. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Compiles the posts of all workspaces in this thread. */
export class PostCompiler {
  readonly #settings: readonly CompilerSettings[]
  readonly #packer: PostPacker
  readonly #compilers = new Map<number, Compile>()

  /** @param vocabulary gets their words */
  constructor(settings: readonly CompilerSettings[], vocabulary: Vocabulary) {
    this.#settings = settings
    this.#packer = new PostPacker(vocabulary)
  }

  /**
   * Tries some files, from the first on, until a few milliseconds are over; at least one. `undefined` for one that is large or takes
   * too long: it gets a last try.
   */
  first(files: readonly PostFile[]): (CompiledFile | undefined)[] {
    const rendered: (RenderedFile | undefined)[] = []
    const end = performance.now() + TOGETHER
    const isDone = runWithin(FIRST_TRY + TOGETHER, () => {
      do rendered.push(this.#try(files[rendered.length]!))
      while (rendered.length < files.length && performance.now() < end)
    })
    if (!isDone && rendered.length < files.length) rendered.push(undefined)
    return this.#withWords(rendered)
  }

  #withWords(files: readonly (RenderedFile | undefined)[]): (CompiledFile | undefined)[] {
    const compiled: (CompiledFile | undefined)[] = []
    while (compiled.length < files.length) {
      const isDone = runWithin(FIRST_TRY + TOGETHER, () => {
        for (const file of files.slice(compiled.length)) compiled.push(file && withWords(file, this.#packer))
      })
      if (!isDone && compiled.length < files.length) compiled.push(undefined)
    }
    return compiled
  }

  /** For a process that may crash; `undefined` if the file takes too long. */
  last({ file, workspace }: PostFile): CompiledFile | undefined {
    const { value: bytes, problems } = bytesOf(file)
    if (!bytes) return withoutPost(file, problems)
    let compiled: CompiledFile | undefined
    const isDone = runWithinCpuTime(timeLimit(bytes.length), () => {
      compiled = withWords(this.#compile(file, workspace, bytes), this.#packer)
    })
    return isDone ? compiled : undefined
  }

  #try({ file, workspace }: PostFile): RenderedFile | undefined {
    const { value: bytes, problems } = bytesOf(file)
    if (!bytes) return withoutPost(file, problems)
    return bytes.length > MAX_FIRST_TRY_BYTES ? undefined : this.#compile(file, workspace, bytes)
  }

  #compile(file: ContentFile, workspace: number, bytes: Uint8Array): RenderedFile {
    const compile = this.#compilers.get(workspace) ?? compiler(this.#settings[workspace]!)
    // One that was stopped in the middle of a text can be used again: it keeps no state between texts.
    this.#compilers.set(workspace, compile)
    try {
      return { ...compile(file, bytes), digest: digestOf(bytes) }
    } catch (error) {
      return withoutPost(file, [readFailure(file.displayPath, error)])
    }
  }
}
