// GET …/llms.txt and …/llms-full.txt: a list of all posts, and of entries in feeds, for language models, and their texts.

import { fullPage, type LinkTo, llmsFullText, llmsText } from '../feeds/llms.ts'
import { metaBytes } from '../feeds/site.ts'
import { textBody } from '../feeds/text-body.ts'
import { type Reply, replyWith, textContent } from '../http/reply.ts'
import { headOfAll, withCollections } from '../listing/collections.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { urlOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { markdownPathOf } from './markdown.ts'
import { linkHeader, pageOf } from './page.ts'

/** Posts, and the collections whose entries are in feeds. */
function listedIn({ workspace: { collections = [] } }: Edition): string[] {
  return ['posts', ...collections.flatMap(({ name, feed }) => (feed ? name : []))]
}

export async function llmsTxt(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, turn } = exchange
  readQuery(exchange, {})
  return withCollections(exchange, listedIn(edition), async (editions, own) => {
    // It names the workspace's key.
    const head = headOfAll(editions, ['llms by category', path])
    head.content = textContent
    const text = () => llmsText(editions, linksOf(exchange), turn)
    return replyWith(exchange, head, () => {
      const bytes = editions.reduce((sum, one) => sum + metaBytes(one, one.first, one.workspace.posts), 0)
      return textBody(own, head, { bytes, text })
    })
  })
}

/** The page comes first, since there are pages without a limit, too. */
const parameters = { page: parameter.page(1), limit: parameter.limit }

export async function llmsFullTxt(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, query, turn } = exchange
  const { page: number = 1, limit = 'all' } = readQuery(exchange, parameters)
  return withCollections(exchange, listedIn(edition), async (editions, own) => {
    const { texts, bytes, pages } = await fullPage(editions, limit, number, turn)
    const { pagination } = pageOf(pages, 1, number)
    // Relative, without the workspace's key.
    const links = linkHeader('llms-full.txt', query, 1, pagination)
    const head = headOfAll(editions, ['llms-full', path, limit, number], links)
    head.content = textContent
    const text = () => llmsFullText(texts, linksOf(exchange), turn)
    return replyWith(exchange, head, () => textBody(own, head, { bytes, text }))
  })
}

function linksOf({ edition, path }: WorkspaceExchange): LinkTo {
  const { api } = edition.workspace.site
  return (edition, post, number) => {
    const markdown = markdownPathOf(edition, post)
    if (api !== null) return `${api}${path.slice(0, path.lastIndexOf('/'))}/${markdown}`
    // The address has no workspace key, which may be a secret.
    return urlOf(edition, number, post.slug) ?? markdown
  }
}
