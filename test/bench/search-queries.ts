// What is searched for: one query of each kind, and many different ones.
import { vocabulary } from './words.ts'

/** Words by rank: 0 is in nearly every post, the last in one of some hundred. */
export const firstQueries = {
  exact: vocabulary[9_000]!,
  prefix: vocabulary[6_000]!.slice(0, 4),
  frequent: vocabulary[0]!,
  misspelt: `${vocabulary[9_000]!.slice(0, -1)}zz`,
  phrase: `"${vocabulary[3]} ${vocabulary[5]}"`,
}

export type Kind = keyof typeof firstQueries

/** Different ones: rare words, two words, beginnings, frequent words with a rare one. */
export function differentQueries(count: number): string[] {
  return Array.from({ length: count }, (_, i) => ways[i % ways.length]!(Math.floor(i / ways.length)))
}

const ways: ((i: number) => string)[] = [
  (i) => vocabulary[500 + 37 * i]!,
  (i) => `${vocabulary[20 + i]} ${vocabulary[300 + 11 * i]}`,
  (i) => vocabulary[1_000 + 53 * i]!.slice(0, 4),
  (i) => `${vocabulary[i % 10]} ${vocabulary[2_000 + 41 * i]}`,
]
