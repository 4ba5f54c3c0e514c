// Queries as people and machines type them, drawn from the texts that are searched.
import { oneOf, type Random } from '../bench/words.ts'
import type { Text } from './whole.ts'

/**
 * Half of them are pieces of raw text, split at white space with whatever symbols are there; the others are words cut
 * out of it by plain patterns: frequent and rare, whole, cut off, misspelt, several, with accents, CJK.
 */
export function queriesFrom(texts: readonly Text[], random: Random, count: number): string[] {
  const kinds = [
    wordOf,
    rareOf(texts),
    beginningOf,
    misspelt,
    severalOf,
    accented,
    cjkOf,
    misspeltAmongOthers,
  ]
  return Array.from({ length: count }, (_, i) => {
    const { title, content } = oneOf(random, texts)
    const text = `${title} ${content}`
    const query = i % 2 === 0 ? rawPiece(text, random) : kinds[((i - 1) / 2) % kinds.length]!(text, random)
    return [...query.replace(/["“”„‟＂]/g, ' ')].slice(0, 512).join('')
  })
}

type Draw = (text: string, random: Random) => string

const words = (text: string) => text.match(/\p{L}[\p{L}\p{M}\p{N}]*/gu) ?? ['none']
const upTo = (random: Random, most: number) => 1 + Math.floor(random() * most)

function rawPiece(text: string, random: Random): string {
  const pieces = text.split(/\s+/)
  const from = Math.floor(random() * pieces.length)
  return pieces.slice(from, from + upTo(random, 3)).join(' ')
}

/** At random, mostly a frequent one. */
function wordOf(text: string, random: Random): string {
  return oneOf(random, words(text))
}

function rareOf(texts: readonly Text[]): Draw {
  const counts = new Map<string, number>()
  for (const { content } of texts) {
    for (const word of new Set(words(content))) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const rare = [...counts].filter(([, count]) => count <= 2).map(([word]) => word)
  return (_, random) => oneOf(random, rare)
}

function beginningOf(text: string, random: Random): string {
  const word = wordOf(text, random)
  return word.slice(0, random() < 0.05 ? 1 : Math.max(2, upTo(random, word.length)))
}

/** One letter added, removed or replaced; in long words sometimes twice. */
function misspelt(text: string, random: Random): string {
  const long = words(text).filter((word) => word.length > 3)
  const word = oneOf(random, long.length > 0 ? long : ['none'])
  return word.length > 7 && random() < 0.5 ? misspell(misspell(word, random), random) : misspell(word, random)
}

function misspell(word: string, random: Random): string {
  const at = Math.floor(random() * word.length)
  const letter = oneOf(random, [...'aeiourstnx'])
  const behind = oneOf(random, [
    word.slice(at),
    word.slice(at + 1),
    letter + word.slice(at + 1),
    letter + word.slice(at),
  ])
  return word.slice(0, at) + behind
}

function severalOf(text: string, random: Random): string {
  const some = Array.from({ length: 1 + upTo(random, 4) }, () => wordOf(text, random))
  return some.join(' ')
}

function misspeltAmongOthers(text: string, random: Random): string {
  return `${wordOf(text, random)} ${misspelt(text, random)} ${misspelt(text, random)}`
}

function accented(text: string, random: Random): string {
  const word = wordOf(text, random)
  return random() < 0.5 ? word.toUpperCase() : word.replace(/[aeiou]/g, (letter) => `${letter}\u0301`)
}

function cjkOf(text: string, random: Random): string {
  const runs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu)
  if (runs === null) return wordOf(text, random)
  const run = oneOf(random, runs)
  const from = Math.floor(random() * run.length)
  return run.slice(from, from + upTo(random, 4))
}
