// What is searched for: one query of each kind, and many different ones.
import { vocabulary } from './words.ts'

/** Words by rank: 0 is in nearly every post, the last in one of some hundred. */
const twelveWords = [0, 1, 40, 900, 3, 2_500, 5, 7, 150, 6_000, 2, 400].map((rank) => vocabulary[rank]!)
export const firstQueries = {
  exact: vocabulary[9_000]!,
  prefix: vocabulary[6_000]!.slice(0, 4),
  frequent: vocabulary[0]!,
  misspelt: `${vocabulary[9_000]!.slice(0, -1)}zz`,
  phrase: `"${vocabulary[3]} ${vocabulary[5]}"`,
  sentence: twelveWords.join(' '),
  'misspelt sentence': twelveWords.with(9, `${twelveWords[9]!.slice(0, -1)}zz`).join(' '),
}

export type Kind = keyof typeof firstQueries

/** Different ones: rare words, two words, beginnings, frequent words with a rare one. */
export function differentQueries(count: number): string[] {
  return Array.from({ length: count }, (_, i) => ways[i % ways.length]!(Math.floor(i / ways.length)))
}

/** Less than the 512 characters a query may have, so that symbols can be added. */
const longest = 470
const frequent = vocabulary.slice(0, 200)
const misspelt = vocabulary.slice(6_000, 6_004).map((word) => `${word.slice(0, -1)}zz`)

/** As long as queries may be, and made of what makes searching costly. */
export const heavyQueries = {
  'one letter': vocabulary[0]!.slice(0, 1),
  'every letter': [...'abcdefghijklmnopqrstuvwxyz'].join(' '),
  'ten frequent words': frequent.slice(0, 10).join(' '),
  'the most frequent words': frequent.join(' ').slice(0, longest),
  'a frequent phrase': `"${vocabulary[0]} ${vocabulary[1]}"`,
  'phrases of frequent words': frequent
    .map((word, i) => `"${word} ${frequent[i + 1]}"`)
    .join(' ')
    .slice(0, longest),
  'one word again and again in a phrase': `"${`${vocabulary[0]} `.repeat(longest).slice(0, longest - 2)}"`,
  'misspelt words': misspelt.join(' '),
  'a misspelt word and frequent ones': [misspelt[0], ...frequent].join(' ').slice(0, longest),
  'a word of 470 letters': 'a'.repeat(longest),
}

const ways: ((i: number) => string)[] = [
  (i) => vocabulary[500 + 37 * i]!,
  (i) => `${vocabulary[20 + i]} ${vocabulary[300 + 11 * i]}`,
  (i) => vocabulary[1_000 + 53 * i]!.slice(0, 4),
  (i) => `${vocabulary[i % 10]} ${vocabulary[2_000 + 41 * i]}`,
]
