// Slips of somebody who types, of the kinds that docs/search.md says are corrected.

const alphabet = [...'abcdefghijklmnopqrstuvwxyz']

/** All words that are one edit away: a letter added, removed or replaced, or two neighbours swapped. */
export function slipsOf(word: string): string[] {
  const slips = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    const [first = '', second = ''] = after
    slips.add(before + after.slice(1))
    slips.add(before + second + first + after.slice(2))
    for (const letter of alphabet) slips.add(before + letter + after)
    for (const letter of alphabet) slips.add(before + letter + after.slice(1))
  }
  slips.delete(word)
  return [...slips]
}
