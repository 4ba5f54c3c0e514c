// A made-up language: some 20,000 words whose frequencies fall as those of a natural language do, drawn by a seeded
// generator; but for the most frequent, two in five are inflected as in English, so that its stemmer finds forms. Equal seeds
// give equal texts on every machine.

const size = 20_000

const onsets = 'b c ch d f g h j k l m n p pr qu r s st t tr v w'.split(' ')
const vowels = 'a a a a e e e e e i i i o o o u u ai ea io ou é'.split(' ')
const codas = ['', '', '', '', '', '', 'l', 'm', 'n', 'r', 's', 't', 'nd']
const endings = ['s', 's', 's', 'ed', 'ing', 'ly']
const inflected = 0.4
/** As many are particles, which have no forms. */
const uninflected = 100

export type Random = () => number

/** Numbers in [0, 1): mulberry32. */
export function seeded(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** A whole number from `low` up to and including `high`. */
export function between(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!
}

/** From the most frequent to the rarest. */
export const vocabulary = inventWords()

const capitalised = vocabulary.map((word) => word[0]!.toUpperCase() + word.slice(1))
const ranks = zipfTable(1 << 17)

export function word(random: Random): string {
  return vocabulary[ranks[Math.floor(random() * ranks.length)]!]!
}

/** Words with a capital in front, and a comma where it is long; no full stop. */
export function sentence(random: Random, low: number, high: number): string {
  const length = between(random, low, high)
  let text = capitalised[ranks[Math.floor(random() * ranks.length)]!]!
  for (let i = 1; i < length; i++) text += (i === 6 && length > 9 ? ', ' : ' ') + word(random)
  return text
}

/** Distinct words, the frequent ones short; here and there one with an accent. */
function inventWords(): string[] {
  const random = seeded(0)
  const words = new Set<string>()
  const bases: string[] = []
  while (words.size < size) {
    if (words.size >= uninflected && random() < inflected) {
      words.add(oneOf(random, bases) + oneOf(random, endings))
      continue
    }
    let invented = ''
    for (let left = between(random, 1, 2 + Math.floor(Math.log10(words.size + 1) / 2)); left > 0; left--) {
      invented += oneOf(random, onsets) + oneOf(random, vowels) + oneOf(random, codas)
    }
    if (words.has(invented)) continue
    words.add(invented)
    bases.push(invented)
  }
  return [...words]
}

/** Zipf–Mandelbrot: a uniform place in the table holds rank r with a share in proportion to (r + 2.7)^-1.1. */
function zipfTable(places: number): Uint16Array {
  const weights = Float64Array.from({ length: size }, (_, rank) => (rank + 2.7) ** -1.1)
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const table = new Uint16Array(places)
  let rank = 0
  let reached = weights[0]! / total
  for (let place = 0; place < places; place++) {
    while ((place + 0.5) / places > reached && rank < size - 1) reached += weights[++rank]! / total
    table[place] = rank
  }
  return table
}
