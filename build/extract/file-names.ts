// Finds names of posts' files outside of links: in comments, scripts, styles and attributes of any meaning.
import { postPathOf } from './url-reference.ts'

/** A possible name of a post's file, with UTF-16 offsets. */
export interface FileName {
  from: number
  to: number
  /** The name as written. */
  name: string
  /** The path that the post would have in the workspace. */
  path: string
}

/** The extension of every post's file, plain or percent-encoded. */
const ENDING = /(?:\.|%2[eE])(?:m|%6[dD])(?:d|%64)/g
const MORE_OF_NAME = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u

/** Characters within a name. Letters of scripts without case are not among them, as they may directly precede a name. */
const WITHIN_NAME = /[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}\p{M}_.%~+@!$/#-]/u

/** File names may contain spaces and punctuation, so a name may begin at several offsets: this many are tried. */
const MAX_BEGINNINGS = 12

/** The longest name in UTF-16 units: no system allows longer ones, even percent-encoded. */
const MAX_LENGTH = 1_000

/**
 * All possible names in `text`; of those with the same end, the shortest comes first. Takes linear time.
 * @param relativePath of the file that contains the text
 */
export function* fileNamesIn(text: string, relativePath: string): Generator<FileName> {
  if (!text.includes('.md') && !text.includes('%')) return
  let last = { from: 0, to: 0 }
  for (const { 0: ending, index } of text.matchAll(ENDING)) {
    const to = index + ending.length
    if (MORE_OF_NAME.test(text.slice(to, to + 3))) continue
    const beginnings = beginningsBefore(text, index, last.to)
    // A folder may be named like a file: a.md/b.md.
    if (beginnings.length === 0 && to - last.from < MAX_LENGTH) beginnings.push(last.from)
    for (const from of beginnings) {
      const name = text.slice(from, to)
      // Leading white space, queries and fragments are not part of a path.
      const path = /^\s|[?#]/.test(name) ? undefined : postPathOf(name, relativePath)
      if (path !== undefined) yield { from, to, name, path }
    }
    last = { from: beginnings[0] ?? index, to }
  }
}

function beginningsBefore(text: string, end: number, first: number): number[] {
  const found: number[] = []
  for (let at = end; at >= Math.max(first, end - MAX_LENGTH) && found.length < MAX_BEGINNINGS; at--) {
    const before = text.charAt(at - 1)
    if (before === '' || !WITHIN_NAME.test(before)) found.push(at)
    if (before === '\n') break
  }
  return found
}
