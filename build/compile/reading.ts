// How long it takes to read a text, in any script.
import type { Reading } from '../../snapshot/types.ts'

/** Of adults who read silently, in a minute: words, and characters of scripts that have one for each syllable or idea. */
const PER_MINUTE = { words: 238, characters: 500 } as const

/** Chinese characters and kana. */
const CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
/** Letters of scripts that leave no space between words: Thai, Lao, Khmer and Burmese. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
/** What a word in them has. */
const UNSPACED_LETTERS = 5
const LETTER = /[\p{L}\p{N}]/u
const BEYOND_LATIN = /[\u0e00-\uffff]/

export function readingOf(text: string): Reading {
  let spaced = text
  let characters = 0
  let letters = 0
  if (BEYOND_LATIN.test(text)) {
    spaced = text
      .replace(CHARACTER, () => {
        characters++
        return ' '
      })
      .replace(UNSPACED, (letter) => {
        if (LETTER.test(letter)) letters++
        return ' '
      })
  }
  const words = Math.ceil(letters / UNSPACED_LETTERS) + wordsIn(spaced)
  const minutes = Math.round(words / PER_MINUTE.words + characters / PER_MINUTE.characters)
  return { minutes: Math.max(1, minutes), words: words + characters }
}

/** What has a letter or a digit in it, between white space. */
function wordsIn(text: string): number {
  let words = 0
  let isWord = false
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const kind = code < KNOWN ? KINDS[code]! : kindAt(text, i)
    if (isWord ? kind === SPACE : kind === PART) {
      if (isWord) words++
      isWord = !isWord
    }
  }
  return isWord ? words + 1 : words
}

/** What begins a word; what ends one; all else may be in one. */
const [PART, SPACE, OTHER] = [1, 2, 0]

function kindAt(text: string, at: number): number {
  const character = String.fromCodePoint(text.codePointAt(at)!)
  if (LETTER.test(character)) return PART
  return /\s/.test(character) ? SPACE : OTHER
}

/** Of characters with one unit, found once: most texts have hardly any others. */
const KNOWN = 0x300
const KINDS = Uint8Array.from({ length: KNOWN }, (_, code) => kindAt(String.fromCharCode(code), 0))
