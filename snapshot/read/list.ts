// Reads the list index: what filters and pages are made from, as columns by post number. Columns that only some requests
// need are read by the first that does.

import { lazy } from '../../packages/search/basics/lazy.ts'
import type { Folder } from '../folder/folder.ts'
import { type ListFile, listFile, type SelectionFile, selectionFile } from '../format/format.ts'

/** For post `n`, the indexes `values[starts[n]]` up to, not including, `values[starts[n + 1]]`. */
export interface Lists {
  starts: Uint32Array
  values: Uint32Array
}

export interface ListIndex {
  /** Milliseconds since the epoch, descending. */
  publishedAt: Float64Array
  category: Uint32Array
  tags: Lists
  /** How many posts each category or tag has, by index, scheduled ones included. */
  categoryPosts: Uint32Array
  tagPosts: Uint32Array
  readonly updatedAt: Float64Array
  /** Post numbers. */
  readonly featured: Uint32Array
  readonly authors: Lists
  readonly authorPosts: Uint32Array
}

export function openList(folder: Folder): ListIndex {
  const { tagStarts, tags, ...columns } = folder.readColumns<ListFile>(listFile)
  const selection = lazy(() => folder.readColumns<SelectionFile>(selectionFile))
  return {
    ...columns,
    tags: { starts: tagStarts, values: tags },
    get updatedAt() {
      return selection().updatedAt
    },
    get featured() {
      return selection().featured
    },
    get authors() {
      return { starts: selection().authorStarts, values: selection().authors }
    },
    get authorPosts() {
      return selection().authorPosts
    },
  }
}
