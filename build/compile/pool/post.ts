// Reads and compiles the file of a post, in any thread or process.

import { CodeReader } from '../../../packages/colours/index.ts'
import { PostPacker, type Vocabulary } from '../../../packages/search/index.ts'
import { sha256 } from '../../../snapshot/format/format.ts'
import { runWithin, runWithinCpuTime } from '../../isolation/time-limit.ts'
import { MAX_FIRST_TRY_BYTES, timeLimit } from '../../isolation/work-limits.ts'
import { bytesOf, type ContentFile } from '../../parse/file.ts'
import { readFailure } from '../../problems/read-failure.ts'
import type { CompilerSettings } from '../../workspace/settings.ts'
import { withColours } from '../coloured.ts'
import { type Compile, type CompiledFile, compiler, type RenderedFile, withoutPost } from '../compile.ts'
import { type StoredFile, stored } from '../stored-content.ts'
import { withWords } from '../words.ts'

/** Plain data, so that a thread can be given it. */
export interface PostFile {
  file: ContentFile
  /** The index of its workspace's settings. */
  workspace: number
}

/** In milliseconds of wall time, for a first try. */
const FIRST_TRY = 500
/** So long, files are tried before others get a turn. */
const TOGETHER = 40
/** What takes about as long, in bytes of files: watching each of many short tries would take longer than some of them. */
const TOGETHER_BYTES = 256 * 1024

/** Compiles the posts of all workspaces in this thread. */
export class PostCompiler {
  readonly #settings: readonly CompilerSettings[]
  readonly #packer: PostPacker
  readonly #reader = new CodeReader(runWithinCpuTime)
  readonly #compilers = new Map<number, Compile>()

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
    const compiled = this.#together(files) ?? this.#inTurn(files)
    return compiled.map((one, index) => one && stored(this.coloured(one, files[index]!), packs))
  }

  /** In its own time, so that whether a post can be read does not depend on colours. */
  coloured(compiled: CompiledFile, { workspace }: PostFile): CompiledFile {
    return this.#settings[workspace]!.code ? withColours(compiled, this.#reader) : compiled
  }

  /** Some files, watched together; `undefined` if they take too long. */
  #together(files: readonly PostFile[]): (CompiledFile | undefined)[] | undefined {
    let compiled: (CompiledFile | undefined)[] = []
    const isDone = runWithin(FIRST_TRY, () => {
      const rendered: (RenderedFile | undefined)[] = []
      for (let bytes = 0; rendered.length < files.length && bytes < TOGETHER_BYTES; ) {
        const post = files[rendered.length]!
        const read = bytesOf(post.file)
        rendered.push(this.#rendered(post, read))
        bytes += read.value?.length ?? 0
      }
      compiled = rendered.map((file) => file && withWords(file, this.#packer))
    })
    return isDone ? compiled : undefined
  }

  /** One file after the other, to know which one takes too long. */
  #inTurn(files: readonly PostFile[]): (CompiledFile | undefined)[] {
    const compiled: (CompiledFile | undefined)[] = []
    const end = performance.now() + TOGETHER
    do {
      let one: CompiledFile | undefined
      runWithin(FIRST_TRY, () => {
        const rendered = this.#rendered(files[compiled.length]!)
        one = rendered && withWords(rendered, this.#packer)
      })
      compiled.push(one)
    } while (compiled.length < files.length && performance.now() < end)
    return compiled
  }

  /** For a process that may crash; `undefined` if the file takes too long. */
  last(post: PostFile): CompiledFile | undefined {
    const { value: bytes, problems } = bytesOf(post.file)
    if (!bytes) return withoutPost(post.file, problems)
    let compiled: CompiledFile | undefined
    const isDone = runWithinCpuTime(timeLimit(bytes.length), () => {
      compiled = withWords(this.#compile(post, bytes), this.#packer)
    })
    return isDone ? compiled : undefined
  }

  #rendered(post: PostFile, { value: bytes, problems } = bytesOf(post.file)): RenderedFile | undefined {
    if (!bytes) return withoutPost(post.file, problems)
    return bytes.length > MAX_FIRST_TRY_BYTES ? undefined : this.#compile(post, bytes)
  }

  #compile({ file, workspace }: PostFile, bytes: Uint8Array): RenderedFile {
    const compile = this.#compilers.get(workspace) ?? compiler(this.#settings[workspace]!)
    // One that was stopped in the middle of a text can be used again: it keeps no state between texts.
    this.#compilers.set(workspace, compile)
    try {
      return { ...compile(file, bytes), digest: sha256(bytes) }
    } catch (error) {
      return withoutPost(file, [readFailure(file.displayPath, error)])
    }
  }
}
