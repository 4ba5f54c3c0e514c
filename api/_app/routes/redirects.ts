// GET …/redirects: the old addresses of posts on the site, and where they lead.

import { HttpError } from '../http/error.ts'
import { headOf, type Reply, replyWith, textContent } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { type RedirectRange, redirectsBody } from '../redirects/body.ts'
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
}

export async function listRedirects(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, query, turn } = exchange
  const read = readQuery(exchange, parameters)
  const { limit = defaultLimit, page: number = 1, from, format = 'json' } = read
  if (format === 'netlify' && edition.workspace.site.url === null) throw addressesUnknown()
  const wanted = from !== undefined ? 1 : limit === 'all' ? edition.workspace.posts : limit
  await turn.expect(wanted * bytesPerRedirect)
  const found = await redirectsFrom(exchange, from)
  const page = pageOf(found.to - found.from, limit, number)
  const pages = limit === 'all' ? limit : [limit, number]
  const identity = JSON.stringify(['redirects', pages, from, format])
  const head = headOf(edition, identity, linkHeader(path, query, limit, page.pagination))
  if (format === 'netlify') head.content = textContent
  const numbers = { from: found.from + page.from, to: found.from + page.to }
  const make = () => redirectsBody(exchange, head, numbers, format === 'json' ? page.pagination : undefined)
  return replyWith(exchange, head, make)
}

/** @param address if given, only the redirect from there */
async function redirectsFrom({ edition, turn }: WorkspaceExchange, address?: string): Promise<RedirectRange> {
  const { workspace, first } = edition
  await workspace.loadRedirects(turn)
  const redirects = workspace.redirects()
  const from = redirects.firstOf(first)
  if (address === undefined) return { from, to: redirects.count }
  const number = redirects.find(address, from)
  return number === undefined ? { from, to: from } : { from: number, to: number + 1 }
}

function addressesUnknown(): HttpError {
  const message =
    'The workspace has no url in workspace.yml, so the addresses of its posts are not known; leave format out, and make them of the slugs.'
  return new HttpError(404, 'Addresses unknown', message)
}
