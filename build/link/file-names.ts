// Names of posts' files in text that is no link: in comments, scripts, styles, and attributes of any meaning.
import { postPathOf } from './url-reference.ts'

/** What may be the name of a post's file, as UTF-16 offsets. */
export interface FileName {
  from: number
  to: number
  /** As it is written. */
  name: string
  /** The post's path in the workspace, if there is one of that name. */
  path: string
}

/** What every post's file ends in, as it is or with escapes. */
const ENDING = /(?:\.|%2[eE])(?:m|%6[dD])(?:d|%64)/g
const MORE_OF_NAME = /^(?:[\p{L}\p{N}_-]|\.[\p{L}\p{N}])/u

/** What stands before a name is no part of it; letters of scripts without capitals may stand close to it. */
const WITHIN_NAME = /[\p{Lu}\p{Ll}\p{Lt}\p{Lm}\p{N}\p{M}_.%~+@!$/#-]/u

/** Names may hold what stands between names: of so many beginnings, each could be meant. */
const MAX_BEGINNINGS = 12

/** In UTF-16 units: no system has longer names, escaped as they may be. */
const MAX_LENGTH = 1_000

/**
 * All names that `text` may hold; of one ending, the shortest comes first. Takes time in proportion to its input.
 * @param relativePath the path in the workspace of the file that holds it
 */
export function* fileNamesIn(text: string, relativePath: string): Generator<FileName> {
  if (!text.includes('.md') && !text.includes('%')) return
  let last = { from: 0, to: 0 }
  for (const { 0: ending, index } of text.matchAll(ENDING)) {
    const to = index + ending.length
    if (MORE_OF_NAME.test(text.slice(to, to + 3))) continue
    const beginnings = beginningsBefore(text, index, last.to)
    // A folder may be called like a file.
    if (beginnings.length === 0 && to - last.from < MAX_LENGTH) beginnings.push(last.from)
    for (const from of beginnings) {
      const name = text.slice(from, to)
      // White space, a query and a fragment stand around a path.
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
