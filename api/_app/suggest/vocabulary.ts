// The words of an edition, as far as suggestions have read them.
import { WordList } from '../../../snapshot/suggest/read.ts'
import type { Edition } from '../listing/edition.ts'
import { visibleIn } from '../search/lookup.ts'

const known = new WeakMap<Edition, WordList>()

/** Once `loadSuggestions` has returned. */
export function wordsOf(edition: Edition): WordList {
  const words = known.get(edition) ?? new WordList(edition.workspace.suggestions, visibleIn(edition))
  known.set(edition, words)
  return words
}
