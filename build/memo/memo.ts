// Holds what earlier builds made, for one build after another.
import { Vocabulary } from '../../packages/search/index.ts'
import { Memory } from '../../snapshot/memory.ts'
import { Heartbeat } from '../../snapshot/write/heartbeat.ts'
import { flushIntact } from '../../snapshot/write/intact.ts'
import type { MemoValues, WriterMemo } from '../../snapshot/write/memo.ts'
import { type ShardBounds, usualBounds } from '../../snapshot/write/shards.ts'
import type { KnownFiles } from '../compile/pool/pool.ts'
import type { CompilerSettings } from '../workspace/settings.ts'
import { knownFiles, sourcesIn } from './files.ts'
import { Scratch } from './scratch.ts'
import { type CacheLoss, DamagedCache, type ValueKind, ValueStore } from './store.ts'
import { FileTable, type SourceOf } from './table.ts'
import { compilerVersion } from './version.ts'
import { keepVocabulary, vocabularyIn } from './vocabulary.ts'

/** A report of what came from the cache in a build. */
export interface FromCache {
  /** The numbers of posts' files that are as they were, and of files that were compiled. */
  files: { taken: number; compiled: number }
  /** Files that had to be read to find out. */
  read: number
  /** Notes about what was found and not used, a sentence each. */
  notes: string[]
}

const LOSSES: Record<CacheLoss, string> = {
  damaged: 'The build cache is damaged, and was dropped.',
  other: 'The build cache was made by another version of Galley or of Node.js: this one begins its own.',
}

export interface MemoOptions {
  /** True if the memo is used, and left as it is. */
  isReadOnly?: boolean | undefined
  /** The bounds of shards; `null` for a build that keeps nothing for later ones. */
  bounds?: Omit<ShardBounds, 'seed'> | null
}

export class Memo {
  readonly #store: ValueStore
  #isLoaded = false
  #vocabulary = new Vocabulary()
  /** Gives sources that keep in memory what they read of files that are as they were: few builds ask for it. */
  readonly #sourceOf: SourceOf
  #table: FileTable
  #memory = new Memory()
  #scratch: Scratch | undefined
  #report: Omit<FromCache, 'read'> = nothingYet()

  /** @param folder as `cachePlace` gives it; `undefined` for one in memory only */
  constructor(folder: string | undefined, { isReadOnly, bounds = usualBounds }: MemoOptions = {}) {
    this.#store = new ValueStore(folder, compilerVersion, { isReadOnly, bounds: bounds ?? undefined })
    this.#sourceOf = sourcesIn(this.#store, { holds: true })
    this.#table = new FileTable(this.#store, this.#sourceOf)
  }

  /** The report of the last build. */
  get report(): FromCache {
    return { ...this.#report, read: this.#table.read }
  }

  /** Does what a build does, again without the memo if that proves to be damaged; `save` keeps what is new. @param loading may measure how long it takes to load */
  async during<T>(
    work: () => Promise<T>,
    loading: (load: () => void) => void | Promise<void> = (load) => load(),
  ): Promise<T> {
    this.#report = nothingYet()
    this.#table.read = 0
    if (!this.#isLoaded) await loading(() => this.#load())
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof DamagedCache)) throw error
      this.#lose()
      return await work()
    } finally {
      this.#scratch?.close()
      this.#scratch = undefined
    }
  }

  /** Keeps what waits until it is needed out of memory, during a large build. */
  spill(): void {
    this.#scratch ??= Scratch.open()
    this.#store.spills = true
  }

  /**
   * Files that have become something before.
   * @param isTransient whether there will be further builds of this process
   * @param changed since the last build of this process, by path, if that is known
   */
  files(
    settings: readonly CompilerSettings[],
    {
      isTransient = false,
      changed,
    }: { isTransient?: boolean; changed?: ReadonlySet<string> | undefined } = {},
  ): KnownFiles {
    const { files } = this.#report
    this.#table.begin(changed)
    const sourceOf = isTransient ? this.#sourceOf : sourcesIn(this.#store)
    const { keepsContents, find, add } = knownFiles(this.#store, this.#table, sourceOf, settings)
    const isEmpty = this.#store.shards === undefined
    return {
      keepsContents,
      find(file) {
        const found = isEmpty ? undefined : find(file)
        if (found) files.taken++
        return found
      },
      add(file, compiled) {
        files.compiled++
        return add(file, compiled)
      },
    }
  }

  /** Returns what is the same as long as the bytes of a file are, during a build; `undefined` if the system does not say. */
  readonly versionOf = (path: string): string | undefined => this.#table.versionOf(path)

  /** The memory of builds of this process: it has nothing of what is on disk alone. */
  get memory(): Memory {
    return this.#memory
  }

  get vocabulary(): Vocabulary {
    return this.#vocabulary
  }

  /** The results of checks across files, and of the snapshot's writer. */
  get values(): MemoValues<ValueKind> {
    return this.#store
  }

  /** @param isTransient whether there will be further builds of this process */
  forWriter(isTransient: boolean): WriterMemo {
    const memory = isTransient ? this.#memory : undefined
    return { values: this.#store, vocabulary: this.#vocabulary, scratch: this.#scratch, memory }
  }

  close(): void {
    this.#store.close()
    this.memory.of(Heartbeat).close()
    this.#isLoaded = false
  }

  #load(): void {
    this.#isLoaded = true
    try {
      const loss = this.#store.load()
      if (loss === 'damaged') throw new DamagedCache('its index is damaged')
      if (loss) this.#report.notes.push(LOSSES[loss])
      this.#vocabulary = vocabularyIn(this.#store)
    } catch (error) {
      if (!(error instanceof DamagedCache)) throw error
      this.#lose()
    }
  }

  #lose(): void {
    this.#report.files = nothingYet().files
    this.#report.notes.push(LOSSES.damaged)
    this.#store.drop()
    this.#vocabulary = new Vocabulary()
    this.#table = new FileTable(this.#store, this.#sourceOf)
    this.#memory = new Memory()
  }

  /**
   * Keeps what is new.
   * @param isWhole false after a build that did not ask for all that later ones need, since there were errors
   * @returns a sentence if that is not possible
   */
  save(isWhole = true): string | undefined {
    return this.#saved({ isWhole }, () => {
      flushIntact(this.#memory, this.#store)
      this.#table.keep(this.#store.isChanged)
    })
  }

  /** Keeps what files became, which is named by their content, and nothing that a path or a workspace names: nobody may publish them. */
  saveFiles(): string | undefined {
    return this.#saved({ isWhole: false })
  }

  /** @param keep gives the store what is not there yet */
  #saved({ isWhole }: { isWhole: boolean }, keep = () => {}): string | undefined {
    try {
      keepVocabulary(this.#store, this.#vocabulary)
      keep()
      this.#store.save(isWhole)
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error)
      return `The build cache cannot be written (${reason}): nothing new is kept for later builds.`
    }
    return undefined
  }
}

function nothingYet(): Omit<FromCache, 'read'> {
  return { files: { taken: 0, compiled: 0 }, notes: [] }
}
