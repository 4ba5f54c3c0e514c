// Parts of texts, and what takes their place.
import { lowerBound } from '../../packages/search/basics/order.ts'

/** A part of a text, in UTF-16 offsets. */
export interface Range {
  from: number
  to: number
}

/** A replacement; offsets are those of the text before. */
export interface Edit extends Range {
  text: string
}

/**
 * Applies edits that do not overlap; what is added at one place keeps its order. `moved` maps an offset in the original text to the
 * result.
 */
export function edited(text: string, edits: readonly Edit[]) {
  const inOrder = edits.toSorted((a, b) => a.from - b.from)
  const parts: string[] = []
  /** The number of characters by which the text is longer after each edit. */
  const longer: number[] = []
  let at = 0
  for (const { from, to, text: written } of inOrder) {
    parts.push(text.slice(at, from), written)
    longer.push((longer.at(-1) ?? 0) + written.length - (to - from))
    at = to
  }
  const starts = inOrder.map(({ from }) => from)
  const moved = (offset: number) => offset + (longer[lowerBound(starts, offset) - 1] ?? 0)
  return { text: parts.join('') + text.slice(at), moved }
}
