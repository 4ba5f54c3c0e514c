// Words of addresses, made from names.
import { normalise } from '../../packages/search/basics/normalise.ts'

/** Writes one hyphen for what matches `others`, and none at the ends. */
export function hyphenated(text: string, others: RegExp): string {
  return text.replace(others, '-').replace(/^-|-$/g, '')
}

/** Writes Latin letters without marks, and in ASCII, as some programs do in addresses. Letters of other scripts stay. */
export function plainLatin(text: string): string {
  const plain = normalise(text, 'NFD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
  return normalise(plain).replace(/[ßæœøđłþ]/gi, (letter) => LATIN[letter.toLowerCase()]!)
}

const LATIN: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', þ: 'th' }
