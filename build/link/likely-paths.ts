// Guesses which file a broken path meant: people rename posts, add a date to their names, or move them.
import { basename, extname } from 'node:path/posix'
import MiniSearch from 'minisearch'

/** @returns a function that finds the path with the same extension whose name has the same or similar words */
export function likelyPaths(paths: readonly string[]): (path: string) => string | undefined {
  let index: MiniSearch<IndexedPath> | undefined
  return (path) => {
    // No file has a longer name, and comparing words takes the square of their length in memory.
    if (basename(path).length > 255) return undefined
    index ??= indexOf(paths)
    const extension = extname(path).toLowerCase()
    const [best] = index.search(wordsOf(path).join(' '), {
      filter: ({ id }) => extname(id).toLowerCase() === extension,
    })
    return best?.id
  }
}

interface IndexedPath {
  /** The path. */
  id: string
  name: string
}

/** Without dates and numbers, which do not help to find a renamed file. */
function wordsOf(path: string): string[] {
  return basename(path, extname(path)).match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
}

function indexOf(paths: readonly string[]): MiniSearch<IndexedPath> {
  const index = new MiniSearch<IndexedPath>({
    fields: ['name'],
    searchOptions: { combineWith: 'AND', prefix: ({ length }) => length > 2, fuzzy: 0.2 },
  })
  index.addAll(paths.map((id) => ({ id, name: wordsOf(id).join(' ') })))
  return index
}
