// Estimates how long it takes to read a text, in any script.
import type { Reading } from '../../snapshot/types.ts'

/** The speed of adults who read silently: words, and characters of scripts that have one for each syllable or idea. */
const PER_MINUTE = { words: 238, characters: 500 } as const

/** Chinese characters and kana. */
const CHARACTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
/** Letters of scripts that leave no space between words: Thai, Lao, Khmer and Burmese. */
const UNSPACED = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu
/** The number of letters in a word of these scripts. */
const UNSPACED_LETTERS = 5
const LETTER = /[\p{L}\p{N}]/u
/** A word: it has a letter or a digit in it, and white space around it. */
const WORD = /[\p{L}\p{N}]\S*/gu
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
  const words = Math.ceil(letters / UNSPACED_LETTERS) + (spaced.match(WORD)?.length ?? 0)
  const minutes = Math.round(words / PER_MINUTE.words + characters / PER_MINUTE.characters)
  return { minutes: Math.max(1, minutes), words: words + characters }
}
