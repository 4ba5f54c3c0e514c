// GET …/redirects: the old addresses of posts on the site, and where they lead.

import { HttpError } from '../http/error.ts'
import { cachedReply, freshReply, headOf, type Reply, textContent } from '../http/reply.ts'
import { requireSnapshot } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { redirectsBody } from '../redirects/body.ts'
import { redirectsFrom } from '../redirects/lookup.ts'
import { linkHeader, pageOf } from './page.ts'

/** Who asks wants to configure a site. */
const defaultLimit = 'all'
/** What is read of each, about. */
const bytesPerRedirect = 200

const parameters = {
  limit: parameter.limit,
  page: parameter.page(defaultLimit),
  from: parameter.from,
  format: parameter.redirectFormat,
  snapshot: parameter.snapshot,
}

export async function listRedirects(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, query, turn } = exchange
  const read = readQuery(exchange, parameters)
  const { limit = defaultLimit, page: number = 1, from, format = 'json', snapshot } = read
  requireSnapshot(edition, snapshot)
  if (format === 'netlify' && edition.workspace.site.url === null) throw addressesUnknown()
  const wanted = from !== undefined ? 1 : limit === 'all' ? edition.workspace.posts : limit
  await turn.expect(wanted * bytesPerRedirect)
  const found = await redirectsFrom(edition, turn, from)
  const page = pageOf(found.to - found.from, limit, number)
  const pages = limit === 'all' ? limit : [limit, number]
  const identity = JSON.stringify(['redirects', pages, from, format])
  const head = headOf(edition, identity, linkHeader(path, query, limit, page.pagination))
  if (format === 'netlify') head.content = textContent
  const known = cachedReply(exchange, head)
  if (known) return known
  const numbers = { from: found.from + page.from, to: found.from + page.to }
  return freshReply(exchange, head, await redirectsBody(exchange, numbers, format, page.pagination))
}

function addressesUnknown(): HttpError {
  return new HttpError(
    404,
    'Addresses unknown',
    'The workspace has no url in workspace.yml, so the addresses of its posts are not known; leave format out, and make them of the slugs.',
  )
}
