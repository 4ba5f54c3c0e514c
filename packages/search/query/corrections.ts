// Misspellings, if no visible post has all words of a query: for each word that no post has, terms a few letters away are
// searched for instead.

import { editsBetween } from '../basics/edits.ts'
import { lazyPattern } from '../basics/lazy.ts'
import { compareCodePoints } from '../basics/order.ts'
import { nextNear, signatureOf } from '../index/signatures.ts'
import { isAlphabetic } from '../text/runs.ts'
import { countVisible, type MatchedWord, type Sought, soughtBy } from './lookup.ts'
import type { SearchWord } from './parse.ts'
import type { Searched } from './searched.ts'
import type { Allowance, Work } from './work.ts'

/** The number of words of a query that are corrected, and of corrections that are reported to a client; a single word has no more. */
const maxCorrected = 4
export const maxReported = 8

/** The number of letters that a word must have for this many edits. */
const lengths = [
  { letters: 8, edits: 2 },
  { letters: 4, edits: 1 },
] as const

/** Returns the number of edits for a correction of this word: none if it has digits or symbols, is quoted, or is of an unspaced script. */
export function editsIn({ terms: [{ term }], quoted }: SearchWord): number {
  if (quoted || !isAlphabetic(term)) return 0
  const letters = lettersIn(term)
  return lengths.find((row) => letters >= row.letters)?.edits ?? 0
}

function lettersIn(term: string): number {
  return /^[a-z]+$/.test(term) ? term.length : (term.match(letters())?.length ?? 0)
}

const letters = lazyPattern(String.raw`\p{L}`, 'gu')

/** The number of letters from which a correction may begin with another letter: too many shorter words would be corrections. */
const minLettersOfFirst = 5

function mayBeCorrection(term: string, wanted: string): boolean {
  if (term.codePointAt(0) === wanted.codePointAt(0)) return true
  return Math.max(lettersIn(wanted), lettersIn(term)) >= minLettersOfFirst
}

export interface Correction {
  /** All words of the query, some of them with corrections. */
  words: readonly MatchedWord[]
  /** The words that no visible post has, and for which nothing else was found. */
  missing: ReadonlySet<MatchedWord>
}

/** Corrects the words that no visible post has, as far as the rules allow. */
export async function correct(
  searched: Searched,
  words: readonly MatchedWord[],
  work: Work,
): Promise<Correction> {
  const missing = new Set(words.filter((word) => !occurs(searched, word)))
  const misspelt = new Set([...missing].filter((word) => editsIn(word) > 0).slice(0, maxCorrected))
  if (misspelt.size === 0) return { words, missing }
  await searched.index.loadSpelling(work.turn)
  const shares = work.spelling.shares(2 * misspelt.size)
  const corrected: MatchedWord[] = []
  for (const word of words) {
    if (!misspelt.has(word)) {
      corrected.push(word)
      continue
    }
    const [compare, lookUp] = shares.splice(0, 2) as [Allowance, Allowance]
    const near = await nearTo(searched, word, compare, work)
    const corrections = await bestOf(searched, near, lookUp, work)
    work.isPartial ||= compare.isSpent || lookUp.isSpent
    if (corrections.length > 0) missing.delete(word)
    corrected.push(corrections.length > 0 ? { ...word, corrections } : word)
  }
  return { words: corrected, missing }
}

/** The corrections of all words: the best of each, then the second best of each, and so on. */
export function correctionsOf(words: readonly MatchedWord[]): string[] {
  const lists = words.flatMap(({ corrections }) => (corrections ? [corrections] : []))
  const longest = Math.max(0, ...lists.map((list) => list.length))
  const ranked = Array.from({ length: longest }, (_, place) => lists.flatMap((list) => list[place] ?? []))
  return [...new Set(ranked.flat())].slice(0, maxReported)
}

/** Tells whether visible posts have any of the terms of a word, or all those of a phrase. */
function occurs(searched: Searched, word: MatchedWord): boolean {
  const has = (sought: Sought) => countVisible(searched, [sought], 0) > 0
  return word.terms.length > 1 ? word.terms.every(has) : soughtBy(word).some(has)
}

interface Near {
  /** Its offset in the dictionary. */
  line: number
  edits: number
}

/** The number of signatures that are counted at once. */
const termsAtATime = 100

/** The cost of comparing a word with a term, and of looking one up, relative to looking at a signature. */
const steps = { compare: 50, lookUp: 2_000 } as const

/** Terms that are few enough edits away, nearest first, then those of the oldest posts: no scheduled post changes that. */
async function nearTo(
  { index, visible }: Searched,
  word: SearchWord,
  allowance: Allowance,
  work: Work,
): Promise<Near[]> {
  const { lines, signs, counts } = index.spelling
  const wanted = word.terms[0].term
  const most = editsIn(word)
  const signature = signatureOf(wanted)
  const near: Near[] = []
  const terms = counts[visible]!
  for (let start = 0; start < terms && !allowance.isSpent; start += termsAtATime) {
    const end = Math.min(start + termsAtATime, terms)
    allowance.spend(end - start)
    if (work.isDue) await work.pause()
    let i = nextNear(signs, start, end, signature, most)
    for (; i < end; i = nextNear(signs, i + 1, end, signature, most)) {
      allowance.spend(steps.compare)
      const { term } = index.term(lines[i]!)
      const edits = editsBetween(wanted, term, most)
      if (edits <= most && mayBeCorrection(term, wanted)) near.push({ line: lines[i]!, edits })
      if (allowance.isSpent) break
    }
  }
  return near.sort((a, b) => a.edits - b.edits)
}

/** Nearest first, then the most frequent, then by code point; as many as may be looked up. */
async function bestOf(
  searched: Searched,
  near: readonly Near[],
  allowance: Allowance,
  work: Work,
): Promise<string[]> {
  const index = searched.index
  const found: { term: string; edits: number; count: number }[] = []
  for (const { line, edits } of near) {
    if (allowance.isSpent) break
    const { term, ...range } = index.term(line)
    const count = index.count(range, searched.visible, Number.POSITIVE_INFINITY)
    allowance.spend(steps.lookUp + count)
    found.push({ term, edits, count })
    if (work.isDue) await work.pause()
  }
  return found
    .sort((a, b) => a.edits - b.edits || b.count - a.count || compareCodePoints(a.term, b.term))
    .map(({ term }) => term)
}
