// Posts' files that a source names where its HTML does not: in comments, in what a code fence is said to be, in markup that
// is dropped. Who reads the markdown is told no more than who reads the HTML.
import { decodeEntities } from '../../snapshot/text/entities.ts'
import { fileNamesIn } from './file-names.ts'
import type { HtmlLink } from './html-links.ts'
import type { MarkdownLink } from './markdown-links.ts'
import type { Range } from './withhold.ts'

/** @param known links of `markdown`, whose names are looked after */
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

/** Tells of offsets, from the least to the greatest, whether they are in one of `ranges`. */
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
