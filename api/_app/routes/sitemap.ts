// GET …/sitemap.xml: the addresses of all posts on the site.

import { metaBytes, requireAddresses } from '../feeds/site.ts'
import { type SitemapPage, sitemapIndex, sitemapPages, sitemapText } from '../feeds/sitemap.ts'
import { textBody } from '../feeds/text-body.ts'
import { HttpError } from '../http/error.ts'
import { headOf, type Reply, replyWith } from '../http/reply.ts'
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
  const pages = await sitemapPages(edition, turn)
  const page = pageOf(pages, number)
  if (page === undefined && site.api === null) throw noAddress()
  const head = headOf(edition, JSON.stringify(['sitemap', path, number]))
  head.content = content
  return replyWith(exchange, head, () => {
    if (page === undefined) {
      return [Buffer.from(sitemapIndex(pages, `${site.api}${path}`))]
    }
    const bytes = page.bytes + metaBytes(edition, page.from, page.to)
    const text = () => sitemapText(edition, site, page, turn)
    return textBody(exchange, head, { bytes, text })
  })
}

/** `undefined` if the reply has to be an index. */
function pageOf(pages: readonly SitemapPage[], number: number | undefined): SitemapPage | undefined {
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
