// GET …/sitemap.xml: the addresses of all posts on the site, and of entries that have any.

import type { Lease } from '../../../snapshot/read/snapshots.ts'
import { metaBytes, requireAddresses } from '../feeds/site.ts'
import { joinedPages, type SitemapPart, sitemapIndex, sitemapPages, sitemapText } from '../feeds/sitemap.ts'
import { textBody } from '../feeds/text-body.ts'
import { HttpError } from '../http/error.ts'
import { headOf, type Reply, replyWith } from '../http/reply.ts'
import { editionAt } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { noSuchPage } from './page.ts'

const content = { 'Content-Type': 'application/xml; charset=utf-8' }

const parameters = { page: parameter.page(1) }

export async function sitemap(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, turn, app } = exchange
  const { page: number } = readQuery(exchange, parameters)
  const site = requireAddresses(edition, 'a sitemap')
  const leases = located(exchange)
  try {
    const editions = [edition, ...leases.map(({ workspace }) => editionAt(workspace, app.now()))]
    const parts: SitemapPart[] = []
    for (const one of editions)
      for (const page of await sitemapPages(one, turn)) parts.push({ ...page, edition: one })
    const pages = joinedPages(parts)
    const page = pageOf(pages, number)
    if (page === undefined && site.api === null) throw noAddress()
    const source = { id: edition.id, key: editions.map(({ key }) => key).join(' ') }
    const others = editions.slice(1).map(({ id }) => id)
    const head = headOf(source, JSON.stringify(['sitemap', path, number, ...others]))
    head.content = content
    return await replyWith(exchange, head, () => {
      if (page === undefined) return [Buffer.from(sitemapIndex(parts, `${site.api}${path}`))]
      const bytes = page.reduce((sum, one) => sum + one.bytes + metaBytes(one.edition, one.from, one.to), 0)
      const text = () => sitemapText(page, turn)
      const lease = joined(exchange.lease, leases)
      return textBody({ ...exchange, lease }, head, { bytes, text })
    })
  } finally {
    for (const one of leases) one.release()
  }
}

/** Leases the declared collections whose entries have addresses. */
function located({ app, edition: { workspace } }: WorkspaceExchange): Lease[] {
  const names = (workspace.collections ?? []).flatMap(({ name, url }) =>
    url === null ? [] : [`${workspace.folder}/${name}`],
  )
  const isThere = (name: string) => app.snapshots.current().workspaces.has(name)
  return names.filter(isThere).map((name) => app.snapshots.lease(name))
}

/** Makes one lease of several. */
function joined(own: Lease, others: readonly Lease[]): Lease {
  const release = () => {
    for (const one of [own, ...others]) one.release()
  }
  const clone = () =>
    joined(
      own.clone(),
      others.map((one) => one.clone()),
    )
  return { workspace: own.workspace, clone, release }
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
