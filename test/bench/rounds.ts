// Measurements in rounds: absolute figures drift by a factor of two within an hour, so whatever is compared takes
// turns, and only the ratios of neighbours count.

/**
 * Takes each measurement once a round.
 * @returns the values by name, in the order of the rounds
 */
export async function inTurn<Name extends string, Value>(
  rounds: number,
  ways: Record<Name, () => Promise<Value>>,
): Promise<Record<Name, Value[]>> {
  const names = Object.keys(ways) as Name[]
  const values = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Value[]>
  for (let round = 0; round < rounds; round++) {
    for (const name of names) values[name].push(await ways[name]())
  }
  return values
}

/** The median over the rounds of one figure. */
export function median<Figure extends string>(
  rounds: readonly Record<Figure, number>[],
  figure: Figure,
): number {
  return middle(rounds.map((round) => round[figure]))
}

/** The least over the rounds of one figure: what a quiet machine takes. */
export function least<Figure extends string>(
  rounds: readonly Record<Figure, number>[],
  figure: Figure,
): number {
  return Math.min(...rounds.map((round) => round[figure]))
}

/** The median of the ratios of each round. */
export function ratio<Figure extends string>(
  of: readonly Record<Figure, number>[],
  to: readonly Record<Figure, number>[],
  figure: Figure,
): number {
  return middle(of.map((round, i) => round[figure] / to[i]![figure]))
}

function middle(values: number[]): number {
  const sorted = values.sort((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}
