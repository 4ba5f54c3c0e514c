// The words of visible posts, as far as suggestions have read them.
import { WordList } from '../../../snapshot/suggest/read.ts'
import type { Searched } from '../search/searched.ts'

const known = new WeakMap<Searched, WordList>()

/** Once `loadSuggestions` has returned. */
export function wordsOf(searched: Searched): WordList {
  const words = known.get(searched) ?? new WordList(searched.index.suggestions, searched.visible)
  known.set(searched, words)
  return words
}
