// The read side of list.bin: what filters and pages are made from, as columns over post numbers.
import type { Folder } from './folder.ts'
import { type ListFile, listFile } from './format.ts'

/** For post `n` the indexes `values[starts[n]]` up to but without `values[starts[n + 1]]`. */
export interface Lists {
  starts: Uint32Array
  values: Uint32Array
}

export interface ListIndex {
  /** Milliseconds since the epoch, descending. */
  publishedAt: Float64Array
  updatedAt: Float64Array
  featured: Uint32Array
  category: Uint32Array
  tags: Lists
  authors: Lists
  /** By index, how many posts each has, scheduled ones included. */
  categoryPosts: Uint32Array
  tagPosts: Uint32Array
  authorPosts: Uint32Array
}

export function openList(folder: Folder): ListIndex {
  const { tagStarts, tags, authorStarts, authors, ...columns } = folder.readColumns<ListFile>(listFile)
  return {
    ...columns,
    tags: { starts: tagStarts, values: tags },
    authors: { starts: authorStarts, values: authors },
  }
}
