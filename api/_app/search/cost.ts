// Which searches are dear, as can be told from the query alone.
import { parseSearch } from './parse.ts'

/** Terms a query may have before it waits to be admitted. */
const mostTerms = 3

export function isDearSearch(query: string | undefined): boolean {
  if (query === undefined) return false
  return parseSearch(query).reduce((terms, word) => terms + word.terms.length, 0) > mostTerms
}
