// The words of visible posts, as far as suggestions have read them.
import { WordList } from '../index/word-list.ts'
import type { Searched } from '../query/searched.ts'

const known = new WeakMap<Searched, WordList>()

/** Returns the list of words. Call it once `loadSuggestions` has returned. */
export function wordsOf(searched: Searched): WordList {
  const words = known.get(searched) ?? new WordList(searched.index.suggestions, searched.visible)
  known.set(searched, words)
  return words
}
