// Braces in programs and components.

/** Finds where each brace is closed, in one pass; braces in strings count as well, as they hardly ever differ. */
export function bracePairs(text: string): Map<number, number> {
  const pairs = new Map<number, number>()
  const open: number[] = []
  for (const { 0: brace, index } of text.matchAll(/[{}]/g)) {
    const start = brace === '{' ? void open.push(index) : open.pop()
    if (start !== undefined) pairs.set(start, index)
  }
  return pairs
}
