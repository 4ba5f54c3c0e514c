// What a link to a post needs.
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'
import { addressOf } from '../listing/metadata.ts'
import type { PostSummary } from '../wire.ts'

export function summaryOf(edition: Edition, post: PostNumber, meta: PostMeta): PostSummary {
  const { id, slug, title, description, coverImage, publishedAt } = meta
  return { id, slug, title, description, coverImage, publishedAt, url: urlOf(edition, post, meta) }
}

export function urlOf(edition: Edition, post: PostNumber, { slug }: Pick<PostMeta, 'slug'>): string | null {
  const { url } = edition.workspace.site
  return url === null ? null : addressOf(edition, url, post, slug)
}
