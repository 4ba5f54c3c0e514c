// The read side of list.json: what filters and pages are made from, as columns over post numbers.
import type { Folder } from './folder.ts'
import { type ListColumn, type ListFile, listFile } from './format.ts'
import { once } from './once.ts'

/** For post `n` the indexes `values[starts[n]]` up to but without `values[starts[n + 1]]`. */
export interface Lists {
  starts: Uint32Array
  values: Uint32Array
}

export interface ListIndex {
  /** Milliseconds since the epoch, descending. */
  publishedAt: Float64Array
  readonly updatedAt: Float64Array
  featured: Uint32Array
  category: Uint32Array
  tags: Lists
  authors: Lists
}

export function openList(folder: Folder): ListIndex {
  const file = folder.readColumns<ListFile>(listFile)
  const publishedAt = new Float64Array(file.publishedAt)
  const updatedAfter = new Float64Array(file.updatedAfter)
  const updatedAt = once(() => publishedAt.map((published, post) => published + updatedAfter[post]!))
  return {
    publishedAt,
    get updatedAt() {
      return updatedAt()
    },
    featured: new Uint32Array(file.featured),
    category: new Uint32Array(file.category),
    tags: listsOf(file.tags),
    authors: listsOf(file.authors),
  }
}

function listsOf({ counts, values }: ListColumn): Lists {
  const starts = new Uint32Array(counts.length + 1)
  let start = 0
  for (let post = 0; post < counts.length; post++) {
    start += counts[post]!
    starts[post + 1] = start
  }
  return { starts, values: new Uint32Array(values) }
}
