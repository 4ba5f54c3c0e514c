// GET …/llms.txt: a list of all posts for language models.

import type { PostMeta } from '../../../snapshot/types.ts'
import { llmsText } from '../feeds/llms.ts'
import { metaBytes } from '../feeds/site.ts'
import { textBody } from '../feeds/text-body.ts'
import { headOf, type Reply, replyWith, textContent } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { readQuery } from '../listing/query.ts'
import { markdownPathOf } from './markdown.ts'

export async function llmsTxt(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path } = exchange
  readQuery(exchange, {})
  // It names the workspace's key.
  const head = headOf(edition, JSON.stringify(['llms', path]))
  head.content = textContent
  const folder = path.slice(0, path.lastIndexOf('/'))
  const pathOf = (post: PostMeta) => markdownPathOf(edition, post)
  const text = () => llmsText(edition, folder, pathOf, exchange.turn)
  return replyWith(exchange, head, () => {
    const bytes = metaBytes(edition, edition.first, edition.workspace.posts)
    return textBody(exchange, head, { bytes, text })
  })
}
