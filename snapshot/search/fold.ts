// How words are compared: without case, accents, width or typographic variants. The same on every machine: nothing
// here depends on a locale.

const accents = /[\u0300-\u036f]/g
const ignorable = /[\u00ad\u200b-\u200d\u2060\ufeff]/g
const variants: Record<string, string> = {
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '“': '"',
  '”': '"',
}
const variant = /[’‘ʼ‐‑“”]/g
const ascii = /^[\x00-\x7f]*$/

/**
 * The form in which texts are compared and names are ordered. Accents are dropped from letters that carry them as
 * separate marks in Unicode's decomposition; ß becomes ss, ligatures their letters, full-width forms ASCII.
 */
export function fold(text: string): string {
  if (ascii.test(text)) return text.toLowerCase()
  const plain = text.replace(ignorable, '').replace(variant, (sign) => variants[sign]!)
  const base = plain.normalize('NFKD').replace(accents, '')
  return base.toUpperCase().toLowerCase().normalize('NFC')
}
