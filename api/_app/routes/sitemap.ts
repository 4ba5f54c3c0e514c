// GET …/sitemap.xml: the addresses of all posts on the site, and of entries that have any.

import { metaBytes, requireAddresses } from '../feeds/site.ts'
import { joinedPages, type SitemapPart, sitemapIndex, sitemapPages, sitemapText } from '../feeds/sitemap.ts'
import { textBody } from '../feeds/text-body.ts'
import { HttpError } from '../http/error.ts'
import { type Reply, replyWith } from '../http/reply.ts'
import { headOfAll, withCollections } from '../listing/collections.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { noSuchPage } from './page.ts'

const content = { 'Content-Type': 'application/xml; charset=utf-8' }

const parameters = { page: parameter.page(1) }

export async function sitemap(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, turn } = exchange
  const { page: number } = readQuery(exchange, parameters)
  const site = requireAddresses(edition, 'a sitemap')
  const { collections = [] } = edition.workspace
  const located = collections.flatMap(({ name, url }) => (url === null ? [] : name))
  return withCollections(exchange, ['posts', ...located], async (editions, own) => {
    const parts: SitemapPart[] = []
    for (const one of editions)
      for (const page of await sitemapPages(one, turn)) parts.push({ ...page, edition: one })
    const pages = joinedPages(parts)
    const page = pageOf(pages, number)
    if (page === undefined && site.api === null) throw noAddress()
    const head = headOfAll(editions, ['sitemap', path, number])
    head.content = content
    return await replyWith(exchange, head, () => {
      if (page === undefined) return [Buffer.from(sitemapIndex(parts, `${site.api}${path}`))]
      const bytes = page.reduce((sum, one) => sum + one.bytes + metaBytes(one.edition, one.from, one.to), 0)
      const text = () => sitemapText(page, turn)
      return textBody(own, head, { bytes, text })
    })
  })
}

/** `undefined` if the reply has to be an index. */
function pageOf(pages: readonly SitemapPart[][], number: number | undefined): SitemapPart[] | undefined {
  if (number === undefined) return pages.length === 1 ? pages[0] : undefined
  const page = pages[number - 1]
  if (page === undefined) throw noSuchPage(number, pages.length)
  return page
}

function noAddress(): HttpError {
  const message =
    'The sitemap needs an index, whose addresses begin with that of the API, which the build did not know or has to keep to itself because of GALLEY_KEYS; set BASE_URL and build again, or ask for page=1 and so on.'
  return new HttpError(404, 'Addresses unknown', message)
}
