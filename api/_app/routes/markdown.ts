// GET …/post/{name}.md and …/posts/{name}.md: the markdown of a post, unless a post has that very name.

import { encodedNames } from '../../../snapshot/format/address.ts'
import type { CollectionInfo, PostMeta } from '../../../snapshot/types.ts'
import { textBody, textPartsOf } from '../feeds/text-body.ts'
import { digestsOf } from '../further-fields/revision.ts'
import { headOf, type Reply, replyWith } from '../http/reply.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { readQuery } from '../listing/query.ts'
import { currentSlug, findVisible, postNotFound, singlePost } from './post.ts'

/** Relative, without the workspace's key. */
const index = { Link: '<../llms.txt>; rel="index"' }
const content = { 'Content-Type': 'text/markdown; charset=utf-8' }

/** Behind the name of a post. */
export const markdownEnding = '.md'

export function postOrMarkdown(exchange: WorkspaceExchange): Promise<Reply> {
  const stem = stemOf(exchange.edition, exchange.name)
  return stem === undefined ? singlePost(exchange) : markdownOf(exchange, stem)
}

/** The current name of a visible post, if `name` is an earlier one. */
export function currentName(edition: Edition, name: string): string | undefined {
  const stem = stemOf(edition, name)
  if (stem === undefined) return currentSlug(edition, name)
  const current = currentSlug(edition, stem)
  return current === undefined ? undefined : current + markdownEnding
}

/** Relative to the workspace's. A post whose own name ends so would win. An entry without a text has none: it is the entry's. */
export function markdownPathOf(
  edition: Edition,
  { id, slug, ...meta }: Pick<PostMeta, 'id' | 'slug'>,
): string {
  const { collection } = edition.workspace
  if (collection) return entryPath(collection, slug) + ('content' in meta ? markdownEnding : '')
  const name = findVisible(edition, slug + markdownEnding) ? id : slug
  return `post/${encodeURIComponent(name)}${markdownEnding}`
}

/** Relative to the workspace's. */
export function entryPath({ name, single }: Pick<CollectionInfo, 'name' | 'single'>, path: string): string {
  return single ? `entries/${name}` : `entries/${name}/${encodedNames(path)}`
}

/** The name of the post whose markdown a name stands for. */
function stemOf(edition: Edition, name: string): string | undefined {
  if (!name.endsWith(markdownEnding) || findVisible(edition, name)) return undefined
  return name.slice(0, -markdownEnding.length)
}

async function markdownOf(exchange: WorkspaceExchange, name: string): Promise<Reply> {
  const { edition, turn } = exchange
  readQuery(exchange, {})
  const post = findVisible(edition, name)?.number
  if (post === undefined) throw postNotFound(edition)
  // The tag is not the edition's: as for the post itself, it changes only with the reply.
  const [digests] = await digestsOf(edition, post, post + 1, turn)
  const head = headOf(
    { id: 'post', key: edition.key },
    JSON.stringify(['markdown', digests!.markdown]),
    edition.workspace.collection ? {} : index,
  )
  head.content = content
  async function* text() {
    const [source] = await edition.markdown.read([post!])
    yield* textPartsOf(source!, turn)
  }
  return replyWith(exchange, head, () =>
    textBody(exchange, head, { bytes: edition.markdown.length(post), text }),
  )
}
