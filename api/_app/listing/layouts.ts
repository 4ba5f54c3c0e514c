// Pages that have been put together as gzip before, without their contents: what stands between these takes longer to make than they
// take to be read, and a seventh of the space.
import { Lru, ownMemory } from '../../../packages/search/basics/lru.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import type { AppRequest } from '../http/request.ts'
import { runsOf } from './assemble.ts'
import type { Edition } from './edition.ts'

/** A page: a text, the contents of the first post, a text, and so on. */
interface Layout {
  format: StoredFormat
  posts: readonly PostNumber[]
  /** All of them, and where each of them ends; there is one more than there are posts. */
  texts: Buffer
  ends: readonly number[]
}

/** Which contents pages consist of. */
type StoredFormat = 'html' | 'markdown'

/**
 * Until code has run often enough to be compiled, zlib takes a third of the time: an instance that answers few requests need not wait for
 * it. These take about as long together as it takes.
 */
const firstPages = 3
/** Bytes kept, with what a page takes besides its texts, by page and by post: measured as resident memory. */
const maxKept = 24 * 2 ** 20
const overhead = { page: 1_500, post: 20 }

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
  #firstPages = firstPages

  /** Whether the page that is asked for should be compressed as a whole, since it is one of the first. */
  isFirst({ method }: AppRequest): boolean {
    if (this.#firstPages === 0) return false
    // What it says of GET has to be true of the next one.
    if (method !== 'HEAD') this.#firstPages--
    return true
  }

  /**
   * A page with the same key as one that was kept, if there is one.
   * @throws {SnapshotError} when its contents cannot be read, or are damaged
   */
  read(key: string, edition: Edition): Buffer | undefined {
    const layout = this.#known.get(key)
    if (layout === undefined) return undefined
    const { format, posts, texts, ends } = layout
    const parts: Uint8Array[] = [texts.subarray(0, ends[0])]
    let done = 0
    for (const { from, to, descending } of runsOf(posts)) {
      const pieces = edition[format].pieces(from, to)
      for (const { deflated } of descending ? pieces.reverse() : pieces)
        parts.push(deflated, texts.subarray(ends[done], ends[++done]))
    }
    return Buffer.concat(parts)
  }

  /** @param key of the page, in one edition */
  keep(key: string, edition: Edition, { page, posts, format, starts }: JoinedPage): void {
    const after = posts.map((post, i) => starts[i]! + edition[format].storedLength(post))
    const between = [...starts, page.length].map((start, i) => page.subarray(after[i - 1] ?? 0, start))
    const texts = ownMemory(Buffer.concat(between))
    let end = 0
    const ends = between.map(({ length }) => (end += length))
    this.#known.set(key, { format, posts, texts, ends }, end + overhead.page + overhead.post * posts.length)
  }
}
