// GET …/suggest: what a query may become while it is being typed.
import type { WorkspaceExchange } from '../exchange.ts'
import { cachedReply, freshReply, headOf, jsonBody, type Reply } from '../http/reply.ts'
import { requireSnapshot } from '../listing/edition.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { visibleIn } from '../search/lookup.ts'
import { Work } from '../search/work.ts'
import { suggestionsFor } from '../suggest/suggest.ts'

const parameters = { query: parameter.typed, snapshot: parameter.snapshot }

export async function suggest(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition } = exchange
  const { query = '', snapshot } = readQuery(exchange, parameters)
  requireSnapshot(edition, snapshot)
  const head = headOf(edition, JSON.stringify(['suggest', query]))
  const known = cachedReply(exchange, head)
  if (known) return known
  const suggestions = await suggestionsFor(edition, query, new Work(visibleIn(edition), exchange.turn))
  return freshReply(exchange, head, jsonBody({ suggestions }))
}
