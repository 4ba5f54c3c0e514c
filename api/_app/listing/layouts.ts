// Pages that have been put together as gzip before, without their contents: what stands between these takes longer to make than they
// take to be read, and a seventh of the space.
import { crc32 } from 'node:zlib'
import { Lru, ownMemory } from '../../../packages/search/basics/lru.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { AppRequest } from '../http/request.ts'
import { type PostRun, runsOf } from './assemble.ts'
import type { Edition } from './edition.ts'

/** A page: a text, the contents of the first post, a text, and so on. */
interface Layout {
  folder: string
  format: StoredFormat
  /** All of them, and where each of them ends; there is one more than there are posts. */
  texts: Buffer
  ends: readonly number[]
  runs: readonly PostRun[]
  /** Of the whole page: contents are read anew, and may have been damaged. */
  length: number
  crc32: number
}

/** Which contents pages consist of. */
export type StoredFormat = 'html' | 'markdown'

/**
 * Until code has run often enough to be compiled, zlib takes a third of the time: an instance that answers few requests need not wait for
 * it. These take about as long together as it takes.
 */
const firstPages = 3
/** Bytes kept, with what a page takes besides its texts: its key, buffer and objects, measured as resident memory. */
const maxKept = 24 * 2 ** 20
const overhead = { page: 1_500, end: 8, run: 60 }
/** Longer texts are not worth keeping. */
const maxTexts = 256 * 1024

/** A page as gzip. */
interface JoinedPage {
  page: Buffer
  posts: readonly PostNumber[]
  format: StoredFormat
  /** Where the contents of each post begin. */
  starts: readonly number[]
}

export class PageLayouts {
  readonly #known = new Lru<Layout>(maxKept)
  /** The edition whose pages are kept, by the workspace's folder. */
  readonly #editions = new Map<string, string>()
  #firstPages = firstPages

  /** Whether the page that is asked for should be compressed as a whole, since it is one of the first. */
  isFirst({ method }: AppRequest): boolean {
    if (this.#firstPages === 0) return false
    // What it says of GET has to be true of the next one.
    if (method !== 'HEAD') this.#firstPages--
    return true
  }

  /**
   * A page with the same key as one that was kept; `undefined` if there is none, or contents are no longer what they were.
   * @throws {SnapshotError} when they cannot be read
   */
  read(key: string, edition: Edition): Buffer | undefined {
    const layout = this.#known.get(key)
    if (layout === undefined) return undefined
    const page = Buffer.allocUnsafeSlow(layout.length)
    if (join(layout, edition, page)) return page
    this.#known.delete(key)
    return undefined
  }

  /** @param key of the page, in one edition */
  keep(key: string, edition: Edition, { page, posts, format, starts }: JoinedPage): void {
    const contents = edition[format]
    const ends: number[] = []
    const texts: Buffer[] = []
    let [at, length] = [0, 0]
    for (let i = 0; i <= posts.length; i++) {
      const start = starts[i] ?? page.length
      texts.push(page.subarray(at, start))
      length += start - at
      ends.push(length)
      if (i < posts.length) at = start + contents.storedLength(posts[i]!)
    }
    if (length > maxTexts) return
    const { folder } = edition.workspace
    this.#dropEarlier(folder, edition.key)
    const runs = runsOf(posts)
    const layout = {
      folder,
      format,
      texts: ownMemory(Buffer.concat(texts)),
      ends,
      runs,
      length: page.length,
      crc32: crc32(page),
    }
    const cost = length + overhead.page + overhead.end * ends.length + overhead.run * runs.length
    this.#known.set(key, layout, cost)
  }

  /** Pages of an earlier edition will not be asked for again: without this, they would stay until there is no room. */
  #dropEarlier(folder: string, edition: string): void {
    if (this.#editions.get(folder) === edition) return
    this.#editions.set(folder, edition)
    for (const [key, layout] of this.#known) if (layout.folder === folder) this.#known.delete(key)
  }
}

/** Where adjacent contents are read at once; it grows to the size of a page. */
let scratch = Buffer.alloc(0)

/** @returns whether the contents are what they were */
function join(layout: Layout, edition: Edition, page: Buffer): boolean {
  const { format, texts, ends, runs, length, crc32: expected } = layout
  const contents = edition[format]
  let at = texts.copy(page, 0, 0, ends[0])
  let done = 0
  for (const { from, to, descending } of runs) {
    let bytes = 0
    for (let post = from; post < to; post++) bytes += contents.storedLength(post)
    if (scratch.length < bytes) scratch = Buffer.allocUnsafeSlow(bytes)
    contents.readStored(from, to, scratch)
    let start = descending ? bytes : 0
    for (let i = 0; i < to - from; i++) {
      const own = contents.storedLength(descending ? to - 1 - i : from + i)
      if (descending) start -= own
      at += scratch.copy(page, at, start, start + own)
      at += texts.copy(page, at, ends[done], ends[++done])
      if (!descending) start += own
    }
  }
  return at === length && crc32(page) === expected
}
