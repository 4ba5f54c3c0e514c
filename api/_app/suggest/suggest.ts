// What somebody who is typing a query may want: its last word completed, and posts whose titles have its words.
import { queryTerms } from '../../../snapshot/search/tokenize.ts'
import type { Edition } from '../listing/edition.ts'
import type { Work } from '../search/work.ts'
import type { Suggestion } from '../wire.ts'
import { completions } from './completions.ts'
import { postsTitled } from './titles.ts'

const most = 10
/** How many of them are words even if there are more posts. */
const mostWords = 6

/** Words first; none if the text has no letter or digit. */
export async function suggestionsFor(edition: Edition, text: string, work: Work): Promise<Suggestion[]> {
  const tokens = queryTerms(text)
  if (tokens.length === 0) return []
  await edition.workspace.loadSuggestions(work.turn)
  const found = await completions(edition, { text, tokens, most }, work)
  const posts = postsTitled(edition, { tokens, most }, work)
  const words = found.slice(0, Math.max(mostWords, most - posts.length))
  return [
    ...words.map((word): Suggestion => ({ kind: 'word', text: word })),
    ...posts
      .slice(0, most - words.length)
      .map((post): Suggestion => ({ kind: 'post', ...titleOf(edition, post) })),
  ]
}

function titleOf({ workspace }: Edition, post: number): { text: string; slug: string } {
  const [meta] = workspace.meta.read(post, post + 1)
  const { title, slug } = JSON.parse(Buffer.from(meta!).toString())
  return { text: title, slug }
}
