// Forms of the words of a query: terms with the same stem, in the languages in which visible posts are written.

import { stemOf } from '../index/stems.ts'
import { loadStemmers } from '../text/stemmers.ts'
import type { MatchedWord } from './lookup.ts'
import type { SearchWord } from './parse.ts'
import type { Searched } from './searched.ts'
import { lookUpSteps, type Work } from './work.ts'

/** A word has about ten in the languages with the most forms; each takes a lookup in the index. */
const maxForms = 24

/** Quoted words and names with symbols have none. */
export async function withForms(
  searched: Searched,
  words: readonly SearchWord[],
  work: Work,
): Promise<MatchedWord[]> {
  const { stems } = searched.index
  const stemmers = await loadStemmers(stems.languages())
  return words.map((word) => {
    const { terms, quoted, spelt } = word
    if (quoted) return word
    const [{ term }] = terms
    const forms = new Set<string>()
    for (const [language, stem] of stemmers) {
      const own = stemOf(spelt ?? term, stem)
      if (own === undefined) break
      for (const form of stems.forms(language, own, searched.visible, maxForms)) forms.add(form)
      work.note(lookUpSteps)
    }
    forms.delete(term)
    return forms.size === 0 ? word : { ...word, forms: [...forms].slice(0, maxForms) }
  })
}
