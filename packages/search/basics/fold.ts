// Compares words without case, accents, width or typographic variants. The result is the same on every machine: nothing
// here depends on a locale.
// A shortcut is in it: text that only needs lower case (docs/design/shortcuts.md).

import { normalise } from './normalise.ts'

/** Accents, the points of Hebrew and Arabic, which most texts leave out, and variation selectors. */
const marks = String.raw`\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670\ufe00-\ufe0f`
/** The marks, and characters that only affect how a word is set: soft hyphens, joiners, lengthened Arabic letters. */
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
/** ASCII, kana, ideographs and Korean syllables need only lower case. */
const plain = /^[\x00-\x7f\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/

/**
 * The form in which texts are compared and names are ordered. Accents are dropped from letters that carry them as
 * separate marks in Unicode's decomposition, and from ł, đ and ø; ß becomes ss, ligatures their letters, full-width
 * forms ASCII.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  return foldWhole(text)
}

function foldWhole(text: string): string {
  const bare = normalise(text, 'NFKD').replace(dropped, '')
  // ẞ has no capital but itself, so it must be ß before it can become SS.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase()
  // A dropped character may have stood between two runs of marks.
  return normalise(lower.replace(variant, (character) => variants[character]!))
}
