// How words are compared: without case, accents, width or typographic variants. The same on every machine: nothing
// here depends on a locale.

/** Accents, and signs that change nothing but how a word is set: soft hyphens, joiners, variation selectors. */
const dropped = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
/** Those that Unicode's decomposition leaves as they are, and the sigma that only stands at the end of a word. */
const variants: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '“': '"',
  '”': '"',
  ς: 'σ',
}
const variant = /[’‘ʼ‐“”ς]/g
/** ASCII, kana, ideographs and Korean syllables, of which nothing but case is folded: most texts, several times quicker. */
const plain = /^[\x00-\x7f\u3041-\u3096\u30a1-\u30fa\u30fc\u4e00-\u9fff\uac00-\ud7a3]*$/

/**
 * The form in which texts are compared and names are ordered. Accents are dropped from letters that carry them as
 * separate marks in Unicode's decomposition; ß becomes ss, ligatures their letters, full-width forms ASCII.
 */
export function fold(text: string): string {
  if (plain.test(text)) return text.toLowerCase()
  let folded = ''
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    const known = units[unit] ?? foldUnit(unit)
    if (known === null) return foldWhole(text)
    folded += known
  }
  return folded
}

/** What UTF-16 units become, found out once each; `null` for those that neighbours have a say in. */
const units = new Array<string | null | undefined>(0x10000)

function foldUnit(unit: number): string | null {
  const sign = String.fromCharCode(unit)
  const folded = plain.test(sign) || ofIdeograph.test(sign) ? sign.toLowerCase() : foldAlone(sign)
  units[unit] = folded
  return folded
}

/** Halves of those beyond the first plane, without the compatible ones; a second half has a first one before it. */
const ofIdeograph = /[\ud840-\ud87d\ud87f-\ud8bf\udc00-\udfff]/
/** Marks that are not dropped may join with what stands before them, and so may parts of Korean syllables. */
const joining = /^(?![\u0300-\u036f\ufe00-\ufe0f])\p{M}|[\u1100-\u11ff\ua960-\ua97f\ud7b0-\udfff]/u

function foldAlone(sign: string): string | null {
  return joining.test(sign.normalize('NFKD')) ? null : foldWhole(sign)
}

function foldWhole(text: string): string {
  const bare = text.normalize('NFKD').replace(dropped, '')
  // ẞ has no capital but itself, so it must be ß before it can become SS.
  const lower = bare.toLowerCase().toUpperCase().toLowerCase()
  return lower.replace(variant, (sign) => variants[sign]!).normalize('NFC')
}
