// Reads the metadata of posts from the snapshot, and finds their addresses on the site.
import { postAddress } from '../../../snapshot/format/address.ts'
import type { PostMeta, PostNumber } from '../../../snapshot/types.ts'
import type { Edition } from './edition.ts'

/** Reads the metadata of the posts from `from` up to, not including, `to`; of one by default. */
export function metaOf({ workspace }: Edition, from: PostNumber, to = from + 1): PostMeta[] {
  const { meta, collection } = workspace
  const all = meta.read(from, to).map((record) => JSON.parse(record.toString()))
  return collection ? all.map((entry) => ({ ...entry, slug: entry.path })) : all
}

/** @param url the pattern of the workspace's settings */
export function addressOf({ workspace }: Edition, url: string, post: PostNumber, slug: string): string {
  const { list, categories } = workspace
  const category = categories[list.category[post]!]?.slug
  return postAddress(url, { slug, category, publishedAt: list.publishedAt[post]! })
}

/** Returns the address of a post on the site, if that is known. */
export function urlOf(edition: Edition, post: PostNumber, slug: string): string | null {
  const { url } = edition.workspace.site
  return url === null ? null : addressOf(edition, url, post, slug)
}
