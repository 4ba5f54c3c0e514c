// Runs of characters that belong together: letters and digits, or those of scripts that are written without spaces.
import { lazyPattern } from '../basics/lazy.ts'

export interface Span {
  start: number
  /** Exclusive; both in UTF-16 units. */
  end: number
}

export interface Run extends Span {
  /** True if its script is written without spaces between words. */
  isUnspaced: boolean
}

/** The runs of a text, in order: those that begin at `from` or after it, at most `most` of them. */
export function runsOf(text: string, from = 0, most = Number.POSITIVE_INFINITY): Run[] {
  const runs: Run[] = []
  let open: Run | undefined
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at)
    const pair = code >= 0xd800 && code <= 0xdbff && at + 1 < text.length
    const kind = kindOf(pair ? text.codePointAt(at)! : code)
    const end = at + (pair && kind !== surrogate ? 2 : 1)
    if (open?.end === at && (kind === mark || kind === (open.isUnspaced ? unspaced : word))) open.end = end
    else if (open?.end === at && open.isUnspaced && code === zeroWidthSpace) open.end = end
    else if (kind === word || kind === unspaced) {
      if (runs.length === most) break
      open = { start: at, end, isUnspaced: kind === unspaced }
      runs.push(open)
    }
    at = end
  }
  return runs
}

/** The characters of an unspaced run, each with the marks and the further parts of a Korean syllable that follow it. */
export function charactersOf(text: string, run: Span): Span[] {
  const characters: Span[] = []
  for (let at = run.start; at < run.end; ) {
    const code = text.codePointAt(at)!
    const end = at + (code > 0xffff ? 2 : 1)
    const last = characters.at(-1)
    if (last && (kindOf(code) === mark || isSyllablePart(code) || code === zeroWidthSpace)) last.end = end
    else characters.push({ start: at, end })
    at = end
  }
  return characters
}

const other = 1
const word = 2
const unspaced = 3
/** Combining marks and invisible joiners: part of the run they are in, but no run by themselves. */
const mark = 4
const surrogate = 5

/** Some texts of South-East Asia have it between words, and some have not. */
const zeroWidthSpace = 0x200b

/** Classes of characters beyond ASCII. */
const classes = {
  /**
   * ﾞ and ﾟ (U+FF9E, U+FF9F) are the combining marks of half-width katakana. า and າ (U+0E32, U+0EB2) are vowels that end ำ and ຳ
   * (U+0E33, U+0EB3), which may be written in two characters.
   */
  mark: lazyPattern(String.raw`[\p{M}\uff9e\uff9f\u0e32\u0e33\u0eb2\u0eb3\u00ad\u200c\u200d]`, 'u'),
  /**
   * Chinese, Japanese and Korean, with ー and ｰ (U+30FC, U+FF70), which lengthen vowels; letters and digits of the blocks whose letters
   * have the line breaking class SA (complex context) in Unicode: Thai, Lao, Burmese, Khmer and their like; and of Tibetan.
   */
  unspaced: lazyPattern(
    String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u30fc\uff70]|(?=[\p{L}\p{N}])[\u0e01-\u0fff\u1000-\u109f\u1780-\u17ff\u1950-\u19df\u1a20-\u1aaf\ua9e0-\ua9ff\uaa60-\uaadf\u{11700}-\u{1174f}]`,
    'u',
  ),
  /** Unicode counts ʼ (U+02BC) among the letters; here it is an apostrophe like the others. */
  word: lazyPattern(String.raw`(?!\u02bc)[\p{L}\p{N}]`, 'u'),
  letter: lazyPattern(String.raw`^\p{L}`, 'u'),
  letters: lazyPattern(String.raw`^[\p{L}\p{M}]+$`, 'u'),
}

/** Kinds of code points, computed once each; 0 is not known yet. */
const kinds = new Uint8Array(0x110000)

function kindOf(code: number): number {
  const known = kinds[code]!
  if (known !== 0) return known
  const kind = findKind(code)
  kinds[code] = kind
  return kind
}

function findKind(code: number): number {
  if (code >= 0xd800 && code <= 0xdfff) return surrogate
  if (code < 0x80) return isAsciiWord(code) ? word : other
  if (code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) return word
  const character = String.fromCodePoint(code)
  if (classes.mark().test(character)) return mark
  if (classes.unspaced().test(character)) return unspaced
  return classes.word().test(character) ? word : other
}

/** A pattern would have to be compiled for the first word of a query. */
function isAsciiWord(code: number): boolean {
  const lower = code | 0x20
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a)
}

/** Vowels and final consonants of Korean syllables that are written as a sequence. */
function isSyllablePart(code: number): boolean {
  return (code >= 0x1160 && code <= 0x11ff) || (code >= 0xd7b0 && code <= 0xd7fb)
}

/** Tells whether there is a letter at this place. */
export function isLetterAt(text: string, at: number): boolean {
  return at < text.length && classes.letter().test(text.slice(at, at + 2))
}

/** Tells whether a term is of a script that is written without spaces: no other term begins with its characters. */
export function isUnspaced(term: string): boolean {
  return kindOf(term.codePointAt(0)!) === unspaced
}

/** Tells whether a word has letters and their marks only, and is not of a script that is written without spaces. */
export function isAlphabetic(word: string): boolean {
  // The tables of all letters take a while to be built, which most words do not need.
  return /^[a-z\xdf-\xf6\xf8-\xff]+$/.test(word) || (classes.letters().test(word) && !isUnspaced(word))
}
