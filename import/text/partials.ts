// Pieces of text in files of their own, which MDX imports and shows: `import Steps from './_steps.mdx'`, then `<Steps />`.
import { dirname, join } from 'node:path/posix'
import { allowance } from './tags.ts'

/** The levels to which pieces may import others. */
const MAX_DEPTH = 4

const IMPORT = /^import\s+([A-Z]\w*)\s+from\s*["']([^"'\n]+\.mdx?)["'];?[ \t]*$\n?/gm

/**
 * Puts them in their places; one that cannot be read, or is not alone on its line, stays.
 * @param path of the file that `text` is from
 * @param read the text of a file, by its path, without its front matter
 */
export function withPartials(text: string, path: string, read: (path: string) => string | undefined): string {
  const mayAdd = allowance()
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
      return piece !== undefined && mayAdd(piece.length)
        ? `\n${piece.trim().replace(/^(?=.)/gm, indent)}\n`
        : tag
    })
  }
  return expanded(text, path, 0)
}

/** `<!--@include: ./part.md{3,10}-->` of VitePress: all of a file, some of its lines, or a region of it. */
const INCLUDE =
  /<!--[ \t]*@include:[ \t]*([^\n{}#>]{1,500}?)(?:#([\w-]{1,100}))?(?:\{(\d*),(\d*)\})?[ \t]*-->/g

/** Returns the text with what it includes; what cannot be read stays. The parameters are the same as those of withPartials. */
export function withIncludes(text: string, path: string, read: (path: string) => string | undefined): string {
  const mayAdd = allowance()
  const expanded = (source: string, from: string, depth: number): string =>
    source.replace(INCLUDE, (include, href: string, region?: string, first?: string, last?: string) => {
      const file = join(href.startsWith('@/') ? '' : dirname(from), href.replace(/^@\//, ''))
      const whole = depth > MAX_DEPTH ? undefined : read(file)
      const part = whole === undefined || region === undefined ? whole : regionIn(whole, region)
      if (part === undefined) return include
      const lines = part.split('\n').slice(first ? Number(first) - 1 : 0, last ? Number(last) : undefined)
      const piece = expanded(lines.join('\n').trimEnd(), file, depth + 1)
      return mayAdd(piece.length) ? piece : include
    })
  return expanded(text, path, 0)
}

function regionIn(text: string, name: string): string | undefined {
  const mark = (word: string) => `<!--[ \\t]*#?${word}[ \\t]+${name}[ \\t]*-->`
  return new RegExp(`${mark('region')}\n?([\\s\\S]*?)${mark('endregion')}`).exec(text)?.[1]
}
