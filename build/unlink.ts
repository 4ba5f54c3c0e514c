// The source of a post without what it links to while that is not to be seen: not even its file's name is served.
import type { Cut, PostNumber } from '../snapshot/types.ts'
import type { SourceLink, SourceRange } from './source-links.ts'

/** When readers see a post that another one links to: always; when the post of that number appears; never. */
export type Seen = 'always' | PostNumber | 'never'

export interface Unlinked {
  /** Without the links that are never seen. */
  markdown: string
  cuts: Cut[]
}

/** @param seen of a post, by its path in the workspace */
export function unlink(
  markdown: string,
  links: readonly SourceLink[],
  seen: (path: string) => Seen,
): Unlinked {
  const parts: string[] = []
  const cuts: Cut[] = []
  let at = 0
  let removed = 0
  for (const { from, to, until } of apart(links.flatMap((link) => rangesOf(link, seen)))) {
    if (until !== NEVER) cuts.push({ from: from - removed, to: to - removed, until })
    else {
      parts.push(markdown.slice(at, from))
      removed += to - from
      at = to
    }
  }
  return { markdown: parts.join('') + markdown.slice(at), cuts }
}

/** Before all that appear. */
const NEVER = -1

interface TimedRange extends SourceRange {
  until: PostNumber
}

/** Of several posts the last to appear counts, which has the least number. */
function rangesOf({ paths, ranges }: SourceLink, seen: (path: string) => Seen): TimedRange[] {
  const numbers = paths
    .map(seen)
    .filter((one) => one !== 'always')
    .map((one) => (one === 'never' ? NEVER : one))
  if (numbers.length === 0) return []
  const until = Math.min(...numbers)
  return ranges.map((range) => ({ ...range, until }))
}

/** In order. What overlaps goes together. */
function apart(ranges: TimedRange[]): TimedRange[] {
  const kept: TimedRange[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    if (last && range.from < last.to) {
      last.to = Math.max(last.to, range.to)
      last.until = Math.min(last.until, range.until)
    } else kept.push({ ...range })
  }
  return kept
}
