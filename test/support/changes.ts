// How expected output says of a text what is another in it than in a text that stands above.

/** `7- gone`, `7+ new`, with the numbers that they had or have: as few lines as can be. */
export function changes(before: readonly string[], after: readonly string[]): string[] {
  const common = Array.from(Array(before.length + 1), () => Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      const isSame = before[i] === after[j]
      common[i]![j] = isSame ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
    }
  }
  const lines: string[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      i++
      j++
    } else if (i < before.length && (j === after.length || common[i + 1]![j]! >= common[i]![j + 1]!))
      lines.push(`${i + 1}- ${before[i++]}`)
    else lines.push(`${j + 1}+ ${after[j++]}`)
  }
  return lines
}
