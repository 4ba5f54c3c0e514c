// GET …/llms.txt and …/llms-full.txt: a list of all posts for language models, and their texts.

import { fullPage, type LinkTo, llmsFullText, llmsText } from '../feeds/llms.ts'
import { metaBytes } from '../feeds/site.ts'
import { textBody } from '../feeds/text-body.ts'
import { headOf, type Reply, replyWith, textContent } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { urlOf } from '../listing/metadata.ts'
import * as parameter from '../listing/query.ts'
import { readQuery } from '../listing/query.ts'
import { markdownPathOf } from './markdown.ts'
import { linkHeader, pageOf } from './page.ts'

export async function llmsTxt(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, turn } = exchange
  readQuery(exchange, {})
  // It names the workspace's key.
  const head = headOf(edition, JSON.stringify(['llms by category', path]))
  head.content = textContent
  const text = () => llmsText(edition, linksOf(exchange), turn)
  return replyWith(exchange, head, () => {
    const bytes = metaBytes(edition, edition.first, edition.workspace.posts)
    return textBody(exchange, head, { bytes, text })
  })
}

/** The page comes first, since there are pages without a limit, too. */
const parameters = { page: parameter.page(1), limit: parameter.limit }

export async function llmsFullTxt(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path, query, turn } = exchange
  const { page: number = 1, limit = 'all' } = readQuery(exchange, parameters)
  const page = await fullPage(edition, limit, number, turn)
  const { pagination } = pageOf(page.pages, 1, number)
  // Relative, without the workspace's key.
  const links = linkHeader('llms-full.txt', query, 1, pagination)
  const head = headOf(edition, JSON.stringify(['llms-full', path, limit, number]), links)
  head.content = textContent
  const text = () => llmsFullText(edition, page, linksOf(exchange), turn)
  return replyWith(exchange, head, () => textBody(exchange, head, { bytes: page.bytes, text }))
}

function linksOf({ edition, path }: WorkspaceExchange): LinkTo {
  const { api } = edition.workspace.site
  return (post, number) => {
    const markdown = markdownPathOf(edition, post)
    if (api !== null) return `${api}${path.slice(0, path.lastIndexOf('/'))}/${markdown}`
    // The address has no workspace key, which may be a secret.
    return urlOf(edition, number, post.slug) ?? markdown
  }
}
