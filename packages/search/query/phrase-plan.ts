// Plans what a phrase asks of the index. It has the characters of unspaced scripts in pairs, and the last one of a run by
// itself: a single character in quotes is half of a thousand pairs. Its neighbours in the phrase decide which of them are
// meant, so that only a few lists are read.
import { charactersOf, isUnspaced } from '../text/runs.ts'
import type { Sought } from './lookup.ts'
import type { SearchTerm } from './parse.ts'

/** One of these comes `offset` words after the first of the phrase. */
export interface PhrasePart {
  offset: number
  sought: readonly Sought[]
}

export interface PhrasePlan {
  /** A post must have one of each. */
  required: readonly (readonly Sought[])[]
  /** All parts of any one of these must be adjacent. */
  variants: readonly (readonly PhrasePart[])[]
}

export function planOf(terms: readonly SearchTerm[]): PhrasePlan {
  const parts = terms.map((term, i) => partOf(term, terms[i + 1]))
  const required = parts.map(({ sought }) => sought)
  const last = terms.at(-1)!
  const before = terms.at(-2)
  const joint = before && isLone(last) ? lastCharacter(before, last.offset) : undefined
  if (before === undefined || joint === undefined) return { required, variants: [parts] }
  const others = parts.slice(0, isLone(before) ? -2 : -1)
  const offset = last.offset - 1
  const pair: PhrasePart = { offset, sought: [{ term: joint + last.term, prefix: true }] }
  const apart: PhrasePart = { offset, sought: [{ term: joint, prefix: false }] }
  return {
    required,
    variants: [
      [...others, pair],
      [...others, apart, parts.at(-1)!],
    ],
  }
}

function partOf(term: SearchTerm, next: SearchTerm | undefined): PhrasePart {
  const { offset } = term
  if (!isLone(term) || next?.offset !== offset + 1) return { offset, sought: [term] }
  const alone = { term: term.term, prefix: false }
  if (!isUnspaced(next.term)) return { offset, sought: [alone] }
  const [first] = charactersIn(next.term)
  return { offset, sought: [{ term: term.term + first, prefix: true }, alone] }
}

function isLone({ term }: SearchTerm): boolean {
  return isUnspaced(term) && charactersIn(term).length === 1
}

/** Returns the last character of a term that ends right before `offset`. */
function lastCharacter({ term, offset: start }: SearchTerm, offset: number): string | undefined {
  const characters = isUnspaced(term) ? charactersIn(term) : []
  return start + characters.length === offset ? characters.at(-1) : undefined
}

function charactersIn(term: string): string[] {
  return charactersOf(term, { start: 0, end: term.length }).map(({ start, end }) => term.slice(start, end))
}
