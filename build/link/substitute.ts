// A post's HTML once it is known where everything that it names is served, and when it is to be seen.
import type { Medium } from '../media.ts'
import type { HtmlLink, Picture } from './html-links.ts'
import { type Left, type Range, type Seen, withhold } from './withhold.ts'

/** What a link comes to. */
export interface Resolved {
  /** Where its target is served; nothing for a post that is left out. */
  url: string | undefined
  medium: Medium | undefined
  seen: Seen
}

interface Edit extends Range {
  text: string
}

export function fill(html: string, links: readonly HtmlLink[], resolve: (link: HtmlLink) => Resolved): Left {
  const resolved = links.map((link) => ({ ...link, ...resolve(link) }))
  const edits = resolved.flatMap(({ address, url, picture, medium }): Edit[] => [
    ...(address && url !== undefined ? [{ ...address, text: escaped(url) }] : []),
    ...(picture && medium ? [{ from: picture.at, to: picture.at, text: added(picture, medium) }] : []),
  ])
  const { text, moved } = edited(html, edits)
  const ranges = resolved.flatMap(({ markup, seen }) =>
    seen === 'always' ? [] : markup.map(({ from, to }) => ({ from: moved(from), to: moved(to), seen })),
  )
  return withhold(text, ranges)
}

/** A text with edits that do not overlap, and where an offset in what it was is now. */
function edited(text: string, edits: Edit[]): { text: string; moved: (offset: number) => number } {
  const inOrder = edits.sort((a, b) => a.from - b.from)
  const parts: string[] = []
  /** Behind each edit, how much longer all before has become. */
  const longer: number[] = []
  let at = 0
  for (const { from, to, text: written } of inOrder) {
    parts.push(text.slice(at, from), written)
    longer.push((longer.at(-1) ?? 0) + written.length - (to - from))
    at = to
  }
  const moved = (offset: number) => {
    let [low, high] = [0, inOrder.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (inOrder[middle]!.from < offset) low = middle + 1
      else high = middle
    }
    return offset + (longer[low - 1] ?? 0)
  }
  return { text: parts.join('') + text.slice(at), moved }
}

/** So that a page keeps its place while images come in. What the author wrote holds; one side alone gives the other. */
function added({ sides, loading }: Picture, { size }: Medium): string {
  const own = sides && size ? ` width="${size.width}" height="${size.height}"` : ''
  return loading ? `${own} loading="lazy"` : own
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
