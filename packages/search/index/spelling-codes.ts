// The spelling of a term, as numbers: mostly as it is, or with some capitals.
import type { ByteSource, NumberWriter } from './bytes.ts'

/** The first two bits of a record's header; what follows differs. */
const codes = { folded: 0, capital: 1, capitals: 2, other: 3 } as const
export const codeBits = 2
const firstLetter = 1

/** @returns the code, and what has to follow it */
export function encodeSpelling(term: string, spelling: string): { code: number; numbers: number[] } {
  if (spelling === term) return { code: codes.folded, numbers: [] }
  if (spelling === withCapitals(term, firstLetter)) return { code: codes.capital, numbers: [] }
  const capitals = capitalsOf(term, spelling)
  if (spelling === withCapitals(term, capitals)) return { code: codes.capitals, numbers: [capitals] }
  const characters = [...spelling].map((character) => character.codePointAt(0)!)
  return { code: codes.other, numbers: [characters.length, ...characters] }
}

export function pushNumbers(writer: NumberWriter, numbers: readonly number[]): void {
  for (const number of numbers) writer.push(number)
}

export function decodeSpelling(term: string, code: number, numbers: ByteSource): string {
  if (code === codes.folded) return term
  if (code === codes.capital) return withCapitals(term, firstLetter)
  if (code === codes.capitals) return withCapitals(term, numbers.next())
  const characters = Array.from({ length: numbers.next() }, () => numbers.next())
  return String.fromCodePoint(...characters)
}

export function skipSpelling(code: number, numbers: ByteSource): void {
  if (code === codes.capitals) numbers.skip(1)
  else if (code === codes.other) numbers.skip(numbers.next())
}

/** Terms have at most 32 units: a bit each. */
function capitalsOf(term: string, spelling: string): number {
  let capitals = 0
  for (let i = 0; i < term.length; i++) if (term[i] !== spelling[i]) capitals |= 1 << i
  return capitals >>> 0
}

function withCapitals(term: string, capitals: number): string {
  let spelling = ''
  for (let i = 0; i < term.length; i++) {
    spelling += (capitals >>> i) & 1 ? term[i]!.toUpperCase() : term[i]!
  }
  return spelling
}
