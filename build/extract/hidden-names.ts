// Names of posts' files that are in the markdown but not in its HTML: in comments, in the info string of a code fence, in
// markup that is removed. The markdown must reveal no more than the HTML.
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { fileNamesIn } from './file-names.ts'
import type { HtmlLink } from './html-links.ts'
import type { MarkdownLink } from './markdown-links.ts'
import type { Range } from './range.ts'

/** @param known links of `markdown`, whose names are handled already */
export function hiddenNames(
  markdown: string,
  known: readonly MarkdownLink[],
  html: string,
  links: readonly HtmlLink[],
  relativePath: string,
): MarkdownLink[] {
  const isKnown = inAny(known.flatMap(({ ranges }) => ranges))
  const names = [...fileNamesIn(markdown, relativePath)].filter(({ to }) => !isKnown(to - 1))
  if (names.length === 0) return []
  const hidden = links.flatMap(({ address, markup }) => (address ? [address, ...markup] : markup))
  const displayed = new Set(
    [...fileNamesIn(decodeEntities(without(html, hidden)), relativePath)].map(({ path }) => path),
  )
  const ranges = new Map<string, Range[]>()
  for (const { path, from, to } of names) {
    if (displayed.has(path)) continue
    const others = ranges.get(path)
    if (others) others.push({ from, to })
    else ranges.set(path, [{ from, to }])
  }
  return [...ranges].map(([path, ranges]) => ({ paths: [path], ranges }))
}

/** Makes the function that tells whether an offset is in one of `ranges`; it is called with ascending offsets. */
function inAny(ranges: readonly Range[]): (offset: number) => boolean {
  const inOrder = ranges.toSorted((a, b) => a.from - b.from)
  let next = 0
  let end = 0
  return (offset) => {
    for (; (inOrder[next]?.from ?? Number.POSITIVE_INFINITY) <= offset; next++) {
      end = Math.max(end, inOrder[next]!.to)
    }
    return offset < end
  }
}

function without(text: string, ranges: readonly Range[]): string {
  const parts: string[] = []
  let at = 0
  for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
    if (from > at) parts.push(text.slice(at, from))
    at = Math.max(at, to)
  }
  return [...parts, text.slice(at)].join('\n')
}
