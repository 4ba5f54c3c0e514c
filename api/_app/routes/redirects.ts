// GET …/redirects: the old addresses of posts and entries on the site, and where they lead.

import type { Records } from '../../../snapshot/read/snapshots.ts'
import type { Redirect } from '../../../snapshot/types.ts'
import { textBody } from '../feeds/text-body.ts'
import { HttpError } from '../http/error.ts'
import type { Body, Reply, ReplyHead } from '../http/reply.ts'
import { headOfAll, replyWith, textContent } from '../http/reply.ts'
import { withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { collectionsIn, readQuery } from '../listing/query.ts'
import type { Turn } from '../turns/turn.ts'
import type { Pagination } from '../wire.ts'
import { linkHeader, type Page, pageOf } from './page.ts'

/** The client wants to configure a site, so it gets all redirects. */
const defaultLimit = 'all'
/** The bytes that are read for each redirect, roughly. */
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
  return withCollections(exchange, collectionsIn(edition.workspace), async (editions, own) => {
    if (format === 'netlify' && editions.every(({ workspace }) => workspace.site.url === null))
      throw addressesUnknown()
    const all = editions.reduce((sum, { workspace }) => sum + workspace.posts, 0)
    const wanted = from !== undefined ? 1 : limit === 'all' ? all : limit
    await turn.expect(wanted * bytesPerRedirect)
    const found: RedirectRange[] = []
    for (const one of editions) found.push(await redirectsFrom(one, turn, from))
    const count = found.reduce((sum, one) => sum + one.to - one.from, 0)
    const page = pageOf(from === undefined ? count : Math.min(count, 1), limit, number)
    const pages = limit === 'all' ? limit : [limit, number]
    const links = linkHeader(path, query, limit, page.pagination)
    const head = headOfAll(editions, ['redirects', pages, from, format], links)
    if (format === 'netlify') head.content = textContent
    const ranges = rangesOf(found, page)
    const make = () => redirectsBody(own, head, ranges, format === 'json' ? page.pagination : undefined)
    return replyWith(own, head, make)
  })
}

/** @param address if given, only the redirect from there */
async function redirectsFrom(edition: Edition, turn: Turn, address?: string): Promise<RedirectRange> {
  const { workspace, first } = edition
  await workspace.loadRedirects(turn)
  const redirects = workspace.redirects()
  const { records } = redirects
  const from = redirects.firstOf(first)
  if (address === undefined) return { records, from, to: redirects.count }
  const number = redirects.find(address, from)
  return number === undefined ? { records, from, to: from } : { records, from: number, to: number + 1 }
}

/** Returns the part of a page, counted over all. */
function rangesOf(all: readonly RedirectRange[], page: Page): RedirectRange[] {
  let before = 0
  return all.map(({ records, from, to }) => {
    const at = (place: number) => Math.min(to, Math.max(from, from + place - before))
    const part = { records, from: at(page.from), to: at(page.to) }
    before += to - from
    return part
  })
}

function addressesUnknown(): HttpError {
  const message =
    'The workspace has no url in workspace.yml, so the addresses of its posts are not known; leave format out, and make them of the slugs.'
  return new HttpError(404, 'Addresses unknown', message)
}

/** Redirects from `from` up to, not including, `to`. */
interface RedirectRange {
  records: Records
  from: number
  to: number
}

/** A larger body is streamed. Vercel refuses unstreamed bodies over 4.5 MB. */
const maxPiecesBytes = 1_000_000
/** Some sixty kilobytes, unless paths are very long. */
const batchSize = 500

/** @param pagination of JSON; without it, they are lines of a `_redirects` file, which Netlify and Cloudflare Pages read */
function redirectsBody(
  exchange: WorkspaceExchange,
  head: ReplyHead,
  ranges: readonly RedirectRange[],
  pagination?: Pagination,
): Promise<Body> {
  async function* text() {
    if (pagination) yield '{"redirects":['
    let before = ''
    for (const { records, from, to } of ranges)
      for (let at = from; at < to; at += batchSize) {
        const batch = records.read(at, Math.min(at + batchSize, to)).map(String)
        yield pagination ? before + batch.join() : netlifyRules(batch)
        before = ','
        await exchange.turn()
      }
    if (pagination) yield `],${JSON.stringify({ pagination }).slice(1)}`
  }
  let bytes = 0
  for (const { records, from, to } of ranges)
    for (let number = from; number < to && bytes <= maxPiecesBytes; number++) bytes += records.length(number)
  return textBody(exchange, head, { bytes, text, maxPiecesBytes, isCheap: true })
}

/** A line for each redirect between paths: what leads from an earlier slug alone names no page of the site. */
function netlifyRules(redirects: readonly string[]): string {
  return redirects
    .map((redirect): Redirect => JSON.parse(redirect))
    .filter(({ from, to }) => from.startsWith('/') && to !== null)
    .map(({ from, to }) => `${escaped(from)} ${escaped(to!)} 301\n`)
    .join('')
}

/** Escapes characters with a meaning there: `*` stands for anything, and `:name` for a segment. White space is encoded already. */
function escaped(path: string): string {
  return path.replaceAll('*', '%2A').replaceAll(':', '%3A')
}
