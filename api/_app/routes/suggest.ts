// GET …/suggest: what a query may become while it is being typed.
import { suggestionsFor, Work } from '../../../packages/search/index.ts'
import type { PostNumber } from '../../../snapshot/types.ts'
import { jsonBody, type Reply, replyWith } from '../http/reply.ts'
import { bestOfEach, headOfAll, withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { metaOf, urlOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import type { Suggestion } from '../wire.ts'

const parametersOf = (edition: Edition) => ({
  query: parameter.typed,
  collections: parameter.collections(edition),
})
/** The number of suggestions, and of those that are words even if there are more titles. */
const [most, mostWords] = [10, 6]

export async function suggest(exchange: WorkspaceExchange): Promise<Reply> {
  const { query = '', collections = ['posts'] } = readQuery(exchange, parametersOf(exchange.edition))
  return withCollections(exchange, collections, async (editions) =>
    replyWith(exchange, headOfAll(editions, ['suggest', query]), async () => {
      const [words, titles]: [string[][], Suggestion[][]] = [[], []]
      for (const edition of editions) {
        const { search } = edition
        const found = await suggestionsFor(search, query, new Work(search.visible, exchange.turn))
        words.push([...found.words])
        titles.push(found.posts.map((post) => titleOf(edition, post)))
      }
      const [known, named] = [new Set<string>(), bestOfEach(titles)]
      const suggestions: Suggestion[] = bestOfEach(words)
        .filter((text) => known.size < known.add(text.toLowerCase()).size)
        .slice(0, Math.max(mostWords, most - named.length))
        .map((text) => ({ kind: 'word', text }))
      return jsonBody({ suggestions: [...suggestions, ...named].slice(0, most) })
    }),
  )
}

function titleOf(edition: Edition, post: PostNumber): Suggestion {
  const { title: text, slug } = metaOf(edition, post)[0]!
  const { collection } = edition.workspace
  if (!collection) return { kind: 'post', text, slug }
  return { kind: 'entry', text, collection: collection.name, path: slug, url: urlOf(edition, post, slug) }
}
