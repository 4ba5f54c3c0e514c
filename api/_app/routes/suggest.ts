// GET …/suggest: what a query may become while it is being typed.
import { suggestionsFor, Work } from '../../../packages/search/index.ts'
import { headOf, jsonBody, type Reply, replyWith } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { metaOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import type { Suggestion } from '../wire.ts'

const parameters = { query: parameter.typed }

export async function suggest(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition } = exchange
  const { query = '' } = readQuery(exchange, parameters)
  const head = headOf(edition, JSON.stringify(['suggest', query]))
  return replyWith(exchange, head, async () => {
    const { search } = edition
    const { words, posts } = await suggestionsFor(search, query, new Work(search.visible, exchange.turn))
    const suggestions: Suggestion[] = [
      ...words.map((text) => ({ kind: 'word' as const, text })),
      ...posts.map((post) => {
        const { title, slug } = metaOf(edition, post)[0]!
        return { kind: 'post' as const, text: title, slug }
      }),
    ]
    return jsonBody({ suggestions })
  })
}
