// Reads and compiles the file of a post, in any thread or process.

import { CodeReader } from '../../../packages/colours/index.ts'
import { PostPacker, type Vocabulary } from '../../../packages/search/index.ts'
import { sha256 } from '../../../snapshot/format/format.ts'
import { eachWithinCpuTime, runWithinCpuTime } from '../../isolation/time-limit.ts'
import { MAX_FIRST_TRY_BYTES, timeLimit } from '../../isolation/work-limits.ts'
import { bytesOf, type ContentFile, sizeOf } from '../../parse/file.ts'
import { readFailure } from '../../problems/read-failure.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import { withColours } from '../coloured.ts'
import { type Compile, type CompiledFile, compiler, withoutPost } from '../compile.ts'
import { type StoredFile, stored } from '../stored-content.ts'

/** Plain data, so that a thread can be given it. */
export interface PostFile {
  file: ContentFile
  /** The index of its workspace's settings. */
  workspace: number
}

/** The time for a first try, in milliseconds. */
const FIRST_TRY = 500
/** The bytes of files that are tried before others get a turn, which takes some tens of milliseconds. */
const TOGETHER_BYTES = 256 * 1024

/** Compiles the posts of all workspaces in this thread. */
export class PostCompiler {
  readonly #settings: readonly CompilerSettings[]
  readonly #packer: PostPacker
  readonly #reader = new CodeReader(runWithinCpuTime)
  /** The compiler of the last file's workspace: files of one follow each other, and a thousand compilers take much memory. */
  #latest: { workspace: number; compile: Compile } | undefined

  /** @param vocabulary gets their words */
  constructor(settings: readonly CompilerSettings[], vocabulary: Vocabulary) {
    this.#settings = settings
    this.#packer = new PostPacker(vocabulary)
  }

  /**
   * Tries some files, from the first on, for some tens of milliseconds; at least one. `undefined` for one that is large or takes
   * too long: it gets a last try.
   * @param packs see `stored`
   */
  first(files: readonly PostFile[], packs: boolean): (StoredFile | undefined)[] {
    let bytes = 0
    const some = files.filter(({ file }) => {
      const isNext = bytes < TOGETHER_BYTES
      bytes += sizeOf(file)
      return isNext
    })
    const compiled: (CompiledFile | undefined)[] = []
    eachWithinCpuTime(
      [...some.keys()],
      () => FIRST_TRY,
      (index) => {
        compiled[index] = this.#tried(some[index]!)
      },
    )
    return some.map((post, index) => {
      const one = compiled[index]
      return one && stored(this.coloured(one, post), packs)
    })
  }

  /** Adds colours, with a time limit of their own, so that whether a post can be read does not depend on them. */
  coloured(compiled: CompiledFile, { workspace }: PostFile): CompiledFile {
    return this.#settings[workspace]!.code ? withColours(compiled, this.#reader) : compiled
  }

  /** Compiles a file in a process that may crash; `undefined` if the file takes too long. */
  last(post: PostFile): CompiledFile | undefined {
    const { value: bytes, problems } = bytesOf(post.file)
    if (!bytes) return withoutPost(post.file, problems)
    let compiled: CompiledFile | undefined
    const isDone = runWithinCpuTime(timeLimit(bytes.length), () => {
      compiled = this.#compile(post, bytes)
    })
    return isDone ? compiled : undefined
  }

  #tried(post: PostFile): CompiledFile | undefined {
    const { value: bytes, problems } = bytesOf(post.file)
    if (!bytes) return withoutPost(post.file, problems)
    return bytes.length > MAX_FIRST_TRY_BYTES ? undefined : this.#compile(post, bytes)
  }

  #compile({ file, workspace }: PostFile, bytes: Uint8Array): CompiledFile {
    // One that was stopped in the middle of a text can be used again: it keeps no state between texts.
    if (this.#latest?.workspace !== workspace) {
      this.#latest = { workspace, compile: compiler(this.#settings[workspace]!, this.#packer) }
    }
    try {
      return { ...this.#latest.compile(file, bytes), digest: sha256(bytes) }
    } catch (error) {
      return withoutPost(file, [readFailure(file.displayPath, error)])
    }
  }
}
