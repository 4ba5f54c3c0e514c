// The words of a text, chosen so that MiniSearch's defaults find them: in the browser a query is split at spaces and
// punctuation and lower-cased. Functions cannot be sent along with an index, so all that is special happens here.
import { normalise } from '../../packages/search/basics/normalise.ts'

/** The most characters of a word. Nobody types longer words, and a text without any spaces would be a single one. */
const MAX_LENGTH = 64
/** The most characters of a word that starts within a run of characters without spaces. */
const MAX_UNSPACED = 8

const BETWEEN = /[\s\p{Z}\p{P}]+/u

/** Chinese, Japanese, Korean, and the scripts of South-East Asia and Tibet. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]/u

/** In scripts without spaces a word starts at every character, so that a prefix search finds the middle of a text. */
export function wordsOf(text: string): string[] {
  return text.split(BETWEEN).flatMap((written) => {
    const piece = normalise(written)
    if (UNSPACED.test(piece)) return suffixesOf([...piece])
    return piece === '' ? [] : [[...piece.slice(0, 2 * MAX_LENGTH)].slice(0, MAX_LENGTH).join('')]
  })
}

function suffixesOf(characters: readonly string[]): string[] {
  let wasSpaced = false
  return characters.flatMap((character, at) => {
    // A mark belongs to the character before it.
    if (at > 0 && /\p{M}/u.test(character)) return []
    const isSpaced = !UNSPACED.test(character)
    const isInWord = isSpaced && wasSpaced
    wasSpaced = isSpaced
    if (isInWord) return []
    const most = at === 0 || isSpaced ? MAX_LENGTH : MAX_UNSPACED
    return [characters.slice(at, at + most).join('')]
  })
}
