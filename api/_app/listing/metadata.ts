// What the snapshot has of posts besides their contents, and where they are on the site.
import { postAddress } from '../../../snapshot/format/address.ts'
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from './edition.ts'

/** Those of the posts from `from` up to, not including, `to`. */
export function metaOf({ workspace }: Edition, from: PostNumber, to: PostNumber): PostMeta[] {
  return workspace.meta
    .read(from, to)
    .map(({ buffer, byteOffset, byteLength }) =>
      JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString()),
    )
}

/** @param url the pattern of the workspace's settings */
export function addressOf({ workspace }: Edition, url: string, post: PostNumber, slug: string): string {
  const { list, categories } = workspace
  const category = categories[list.category[post]!]!.slug
  return postAddress(url, { slug, category, publishedAt: list.publishedAt[post]! })
}
