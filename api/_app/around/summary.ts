// What a link to a post needs.
import { postAddress } from '../../../snapshot/format/address.ts'
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from '../listing/edition.ts'

export interface PostSummary
  extends Pick<PostMeta, 'id' | 'slug' | 'title' | 'description' | 'coverImage' | 'publishedAt'> {
  /** The address on the site, if it is known. */
  url: string | null
}

export function summaryOf(edition: Edition, post: PostNumber, meta: PostMeta): PostSummary {
  const { id, slug, title, description, coverImage, publishedAt } = meta
  return { id, slug, title, description, coverImage, publishedAt, url: urlOf(edition, post, meta) }
}

export function urlOf(
  { workspace }: Edition,
  post: PostNumber,
  { slug }: Pick<PostMeta, 'slug'>,
): string | null {
  const { site, list, categories } = workspace
  if (site.url === null) return null
  const { slug: category } = categories[list.category[post]!]!
  return postAddress(site.url, { slug, category, publishedAt: list.publishedAt[post]! })
}
