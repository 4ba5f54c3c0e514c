// Suggestions for a query that is being typed: its last word completed, and posts whose titles have its words.

import type { Searched } from '../query/searched.ts'
import type { Work } from '../query/work.ts'
import { queryTerms } from '../text/tokenize.ts'
import { completions } from './completions.ts'
import { postsTitled } from './titles.ts'

const most = 10
/** The number of them that are words even if there are more posts. */
const mostWords = 6

interface Suggestions {
  /** Each is the text with its last word completed, best first. */
  words: readonly string[]
  /** Newest first. */
  posts: readonly number[]
}

/** None if the text has no letter or digit. */
export async function suggestionsFor(searched: Searched, text: string, work: Work): Promise<Suggestions> {
  const tokens = queryTerms(text)
  if (tokens.length === 0) return { words: [], posts: [] }
  await searched.index.loadSuggestions(work.turn)
  const found = await completions(searched, { text, tokens, most }, work)
  const posts = postsTitled(searched, { tokens, most }, work)
  const words = found.slice(0, Math.max(mostWords, most - posts.length))
  return { words, posts: posts.slice(0, most - words.length) }
}
