// Which file a path may have meant that leads nowhere: people rename posts, put a date in front or move them.
import { basename, extname } from 'node:path/posix'
import MiniSearch from 'minisearch'

/** @returns the path with the same extension whose name has all words of the given one, or words much like them */
export function likelyPaths(paths: readonly string[]): (path: string) => string | undefined {
  let index: MiniSearch<Named> | undefined
  return (path) => {
    index ??= indexOf(paths)
    const extension = extname(path).toLowerCase()
    const [best] = index.search(wordsOf(path).join(' '), {
      filter: ({ id }) => extname(id).toLowerCase() === extension,
    })
    return best?.id
  }
}

interface Named {
  /** The path. */
  id: string
  name: string
}

/** A date or a number tells no files apart that anybody confuses. */
function wordsOf(path: string): string[] {
  return basename(path, extname(path)).match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? []
}

function indexOf(paths: readonly string[]): MiniSearch<Named> {
  const index = new MiniSearch<Named>({
    fields: ['name'],
    searchOptions: { combineWith: 'AND', prefix: ({ length }) => length > 2, fuzzy: 0.2 },
  })
  index.addAll(paths.map((id) => ({ id, name: wordsOf(id).join(' ') })))
  return index
}
