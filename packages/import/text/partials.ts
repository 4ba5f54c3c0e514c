// Pieces of text that MDX imports and shows: `import Steps from './_steps.mdx'`, then `<Steps />`.
import { dirname, join } from 'node:path/posix'
import { MAX_ADDED } from './tags.ts'

/** How deep pieces may import others. */
const MAX_DEPTH = 4

const IMPORT = /^import\s+([A-Z]\w*)\s+from\s*["']([^"'\n]+\.mdx?)["'];?[ \t]*$\n?/gm

/**
 * Puts them in their places; one that cannot be read, or is not alone on its line, stays.
 * @param path of the file that `text` is from
 * @param read the text of a file, by its path, without its front matter
 */
export function withPartials(text: string, path: string, read: (path: string) => string | undefined): string {
  let left = MAX_ADDED
  const expanded = (source: string, from: string, depth: number): string => {
    if (depth > MAX_DEPTH) return source
    const pieces = new Map<string, string>()
    const rest = source.replace(IMPORT, (statement, name: string, href: string) => {
      const file = href.startsWith('@site/') ? href.slice('@site/'.length) : join(dirname(from), href)
      const piece = read(file)
      if (piece === undefined) return statement
      pieces.set(name, expanded(piece, file, depth + 1))
      return ''
    })
    if (pieces.size === 0) return source
    return rest.replace(/^([ \t]*)<([A-Z]\w*)\s*\/>[ \t]*$/gm, (tag, indent: string, name: string) => {
      const piece = pieces.get(name)
      if (piece === undefined || piece.length > left) return tag
      left -= piece.length
      return `\n${piece.trim().replace(/^(?=.)/gm, indent)}\n`
    })
  }
  return expanded(text, path, 0)
}
