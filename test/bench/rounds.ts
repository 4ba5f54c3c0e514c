// Measurements in turn: absolute figures drift by a factor of two within an hour, so whatever is compared takes
// turns, and only the ratios of neighbours count.

/**
 * Takes each measurement once a round.
 * @returns the values by name, in the order of the rounds
 */
export async function inTurn<Name extends string>(
  rounds: number,
  ways: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(ways) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, number[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values[name].push(await ways[name]())
  }
  return values
}

/** The median of the ratios of each round. */
export function ratio(of: readonly number[], to: readonly number[]): number {
  return median(of.map((value, round) => value / to[round]!))
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
