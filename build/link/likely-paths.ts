// Guesses which file a broken path meant: people rename posts, add a date to their names, or move them.
import { basename, extname } from 'node:path/posix'
import MiniSearch from 'minisearch'
import { lazy } from '../../packages/search/basics/lazy.ts'

/** @returns a function that finds the path with the same extension whose name has the same or similar words */
export function likelyPaths(paths: readonly string[]): (path: string) => string | undefined {
  const index = lazy(() => indexOf(paths))
  return (path) => {
    // No file has a longer name, and comparing words takes the square of their length in memory.
    if (basename(path).length > 255) return undefined
    const extension = extname(path).toLowerCase()
    const [best] = index().search(wordsOf(path).join(' '), {
      filter: ({ id }) => extname(id).toLowerCase() === extension,
    })
    return best?.id
  }
}

/** Returns the words of a path without dates and numbers, which do not help to find a renamed file. */
function wordsOf(path: string): string[] {
  return basename(path, extname(path)).match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
}

/** The words of each path, whose id it is. */
function indexOf(paths: readonly string[]): MiniSearch {
  const index = new MiniSearch({
    fields: ['name'],
    searchOptions: { combineWith: 'AND', prefix: ({ length }) => length > 2, fuzzy: 0.2 },
  })
  index.addAll(paths.map((id) => ({ id, name: wordsOf(id).join(' ') })))
  return index
}
