// Where a post is, as agents may pass it on: no address has a key that may be a secret.
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { markdownPathOf } from '../routes/markdown.ts'

/** That of the site, else that of its markdown at the API, else `''`. */
export function publicUrlOf(
  { edition, path }: WorkspaceExchange,
  post: { id: string; slug: string; url: string | null },
): string {
  const { api } = edition.workspace.site
  if (post.url !== null || api === null) return post.url ?? ''
  return `${api}${path.slice(0, path.lastIndexOf('/'))}/${markdownPathOf(edition, post)}`
}
