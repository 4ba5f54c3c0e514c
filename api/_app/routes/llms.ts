// GET …/llms.txt: a list of all posts for language models.

import { llmsText } from '../feeds/llms.ts'
import { metaBytes } from '../feeds/site.ts'
import { textBody } from '../feeds/text-body.ts'
import { headOf, type Reply, replyWith, textContent } from '../http/reply.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { readQuery } from '../listing/query.ts'
import { markdownEnding } from './markdown.ts'
import { findVisible } from './post.ts'

export async function llmsTxt(exchange: WorkspaceExchange): Promise<Reply> {
  const { edition, path } = exchange
  readQuery(exchange, {})
  // It names the workspace's key.
  const head = headOf(edition, JSON.stringify(['llms', path]))
  head.content = textContent
  const folder = path.slice(0, path.lastIndexOf('/'))
  const pathOf = ({ id, slug }: { id: string; slug: string }) => {
    // A post of that name would win.
    const name = findVisible(edition, slug + markdownEnding) ? id : slug
    return `post/${encodeURIComponent(name)}${markdownEnding}`
  }
  const text = () => llmsText(edition, folder, pathOf, exchange.turn)
  return replyWith(exchange, head, () => {
    const bytes = metaBytes(edition, edition.first, edition.workspace.posts)
    return textBody(exchange, head, { bytes, text })
  })
}
