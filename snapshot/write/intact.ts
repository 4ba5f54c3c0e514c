// Tells which folders of workspaces are intact: they have been written, or read to the last byte, and the system has said the same of
// their files since. One that is not flushed may be another after a crash of the machine, so later processes are not told of it.
import { readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readDeflated } from '../folder/manifest.ts'
import { compressor } from '../format/deflate.ts'
import { hashOf } from '../format/format.ts'
import { factsOf, flush } from '../format/sealed-file.ts'
import type { Memory } from '../memory.ts'
import { verifyWorkspace } from '../read/verify.ts'
import { tried } from '../tried.ts'
import type { MemoValues } from './memo.ts'

/** The last intact folder of each workspace that builds of this process have not flushed, and its key. */
class Unflushed {
  readonly byWorkspace = new Map<string, { folder: string; key: string }>()
}

export interface IntactDeps {
  memo?: { values: MemoValues; memory?: Memory | undefined } | undefined
  isTransient?: boolean | undefined
}

export class IntactFolders {
  readonly #values: MemoValues | undefined
  readonly #unflushed: Unflushed['byWorkspace'] | undefined
  readonly #isTransient: boolean

  constructor({ memo, isTransient = false }: IntactDeps) {
    this.#values = memo?.values
    this.#unflushed = memo?.memory?.of(Unflushed).byWorkspace
    this.#isTransient = isTransient
  }

  /** Tells whether a folder is intact: it is read, unless that is known. */
  has(dir: string, workspace: string, hash: string): boolean {
    const folder = join(dir, hash)
    const key = keyOf(folder)
    if (key && (this.#values?.has('intact', key) || this.#unflushed?.get(workspace)?.key === key)) return true
    const isGood =
      verifyWorkspace(dir, workspace, hash).length === 0 && readDeflated(folder).compressor === compressor
    // An earlier build may not have flushed it.
    if (isGood && !this.#isTransient) flushFolder(folder)
    if (isGood) this.add(workspace, folder)
    return isGood
  }

  /** @param folder intact, and flushed unless the build is transient */
  add(workspace: string, folder: string): void {
    const key = keyOf(folder)
    if (key === undefined) return
    if (this.#isTransient) this.#unflushed?.set(workspace, { folder, key })
    else this.#values?.set('intact', key, new Uint8Array(0))
  }
}

/** Flushes the folders that builds of this process have not, so that later processes need not read them. */
export function flushIntact(memory: Memory, values: MemoValues): void {
  const { byWorkspace } = memory.of(Unflushed)
  for (const { folder, key } of byWorkspace.values()) {
    const isFlushed = tried(() => {
      flushFolder(folder)
      return true
    })
    if (isFlushed && keyOf(folder) === key) values.set('intact', key, new Uint8Array(0))
  }
  byWorkspace.clear()
}

function flushFolder(folder: string): void {
  for (const name of readdirSync(folder)) flush(join(folder, name))
  flush(folder)
  flush(dirname(folder))
}

/** Stands for a folder as long as its files are the same, and for how it is deflated; `undefined` if the system does not say. */
function keyOf(folder: string): string | undefined {
  return tried(() => {
    const files = readdirSync(folder).sort()
    const facts = files.map((name) => `${name} ${factsOf(statSync(join(folder, name)))}`)
    return hashOf([compressor, folder, ...facts].join('\n'))
  })
}
