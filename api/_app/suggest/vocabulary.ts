// The words of an edition, read by its first suggestion.
import { WordList } from '../../../snapshot/suggest/read.ts'
import { turn } from '../admission/turn.ts'
import type { Edition } from '../listing/edition.ts'
import { visibleIn } from '../search/lookup.ts'

const known = new WeakMap<Edition, Promise<WordList>>()

/** Once `loadSuggestions` has returned. A failure is not cached. */
export function wordsOf(edition: Edition): Promise<WordList> {
  const words = known.get(edition) ?? readWords(edition)
  known.set(edition, words)
  return words
}

async function readWords(edition: Edition): Promise<WordList> {
  try {
    return await WordList.read(edition.workspace.suggestions.words, visibleIn(edition), turn)
  } catch (error) {
    known.delete(edition)
    throw error
  }
}
