// Reads the list index: what filters and pages are made from, as columns by post number.

import { lazy } from '../../packages/search/basics/lazy.ts'
import type { Folder } from '../folder/folder.ts'
import { type ListFile, listFile, type SelectionFile, selectionFile } from '../format/format.ts'

/** Lists of indexes: that of post `n` is `values[starts[n]]` up to, not including, `values[starts[n + 1]]`. */
export interface Lists {
  starts: Uint32Array
  values: Uint32Array
}

export interface ListIndex extends Omit<ListFile, 'tagStarts' | 'tags'> {
  tags: Lists
  /** Columns that only some requests need: read by the first that does. */
  selection(): Omit<SelectionFile, 'authorStarts' | 'authors'> & { authors: Lists }
}

export function openList(folder: Folder): ListIndex {
  const { tagStarts, tags, ...columns } = folder.readColumns<ListFile>(listFile)
  return {
    ...columns,
    tags: { starts: tagStarts, values: tags },
    selection: lazy(() => {
      const { authorStarts, authors, ...others } = folder.readColumns<SelectionFile>(selectionFile)
      return { ...others, authors: { starts: authorStarts, values: authors } }
    }),
  }
}
