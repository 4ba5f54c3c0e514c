// GET …/suggest: what a query may become while it is being typed.
import { suggestionsFor, Work } from '../../../packages/search/index.ts'
import { cachedReply, freshReply, headOf, jsonBody, type Reply } from '../http/reply.ts'
import { requireSnapshot } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { metaOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import type { Suggestion } from '../wire.ts'

const parameters = { query: parameter.typed, snapshot: parameter.snapshot }

export async function suggest(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition } = exchange
  const { query = '', snapshot } = readQuery(exchange, parameters)
  requireSnapshot(edition, snapshot)
  const head = headOf(edition, JSON.stringify(['suggest', query]))
  const known = cachedReply(exchange, head)
  if (known) return known
  const { search } = edition
  const { words, posts } = await suggestionsFor(search, query, new Work(search.visible, exchange.turn))
  const suggestions: Suggestion[] = [
    ...words.map((text) => ({ kind: 'word' as const, text })),
    ...posts.map((post) => {
      const { title, slug } = metaOf(edition, post)[0]!
      return { kind: 'post' as const, text: title, slug }
    }),
  ]
  return freshReply(exchange, head, jsonBody({ suggestions }))
}
