// How words are compared: without case, accents, width or typographic variants. The same on every machine: nothing
// here depends on a locale.

import { lazy, lazyPattern } from './lazy.ts'
import { normalise } from './normalise.ts'

/** Accents, the points of Hebrew and Arabic, which most texts leave out, and variation selectors. */
const marks = String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\ufe00-\ufe0f`
/** Also characters that only affect how a word is set: soft hyphens, joiners, lengthened Arabic letters. */
const dropped = new RegExp(
  String.raw`[${marks}\u00ad\u0640\u200b-\u200d\u2060\ufeff\u{e0100}-\u{e01ef}]`,
  'gu',
)
/** Variants that Unicode's decomposition leaves as they are, and the sigma that only occurs at the end of a word. */
const variants: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‒': '-',
  '–': '-',
  '−': '-',
  '“': '"',
  '”': '"',
  ς: 'σ',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ł: 'l',
  ø: 'o',
  ٱ: 'ا',
}
const variant = new RegExp(`[${Object.keys(variants).join('')}]`, 'g')
/** ASCII, kana, ideographs and Korean syllables need only lower case: most texts, several times faster. */
const plain = /^[\x00-\x7f\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/

/**
 * The form in which texts are compared and names are ordered. Accents are dropped from letters that carry them as
 * separate marks in Unicode's decomposition, and from ł, đ and ø; ß becomes ss, ligatures their letters, full-width
 * forms ASCII.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  let folded = ''
  for (let at = 0; at < text.length; at++) {
    const one = foldedUnit(text.charCodeAt(at))
    if (one === null) return foldWhole(text)
    folded += one
  }
  return folded
}

/** What a UTF-16 unit becomes wherever it stands; `null` if that depends on its neighbours. */
function foldedUnit(unit: number): string | null {
  return units()[unit] ?? foldUnit(unit)
}

/** What each UTF-16 unit becomes, computed once; `null` if it depends on its neighbours. Half a megabyte, which plain texts need not. */
const units = lazy(() => new Array<string | null | undefined>(0x10000))

function foldUnit(unit: number): string | null {
  const character = String.fromCharCode(unit)
  const isCaseOnly = plain.test(character) || ofIdeograph.test(character)
  const folded = isCaseOnly ? character.toLowerCase() : foldAlone(character)
  units()[unit] = folded
  return folded
}

/** Surrogates of ideographs beyond the first plane, except compatibility ones; a low one follows a high one. */
const ofIdeograph = /[\ud840-\ud87d\ud87f-\ud8bf\udc00-\udfff]/
/** Marks that are not dropped may join with what precedes them, and so may parts of Korean syllables. */
const joining = lazyPattern(String.raw`^(?![${marks}])\p{M}|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\udfff]`, 'u')

function foldAlone(character: string): string | null {
  return joining().test(normalise(character, 'NFKD')) ? null : foldWhole(character)
}

function foldWhole(text: string): string {
  const bare = normalise(text, 'NFKD').replace(dropped, '')
  // ẞ has no capital but itself, so it must be ß before it can become SS.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase()
  // What was dropped may have stood between two runs of marks.
  return normalise(lower.replace(variant, (character) => variants[character]!))
}
