// JSON of values that many posts have: each is written once.
import type { ListedPost } from '../types.ts'

/** Categories and tags, as JSON by slug. */
export type GroupLabels = readonly [
  categories: ReadonlyMap<string, string>,
  tags: ReadonlyMap<string, string>,
]

export function jsonBySlug(items: readonly { slug: string }[]): Map<string, string> {
  return new Map(items.map((item) => [item.slug, JSON.stringify(item)]))
}

/** @param items each as JSON */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join()}]`
}

/** Returns the category and the tags of a post, as JSON. */
export function labelsOf(
  { category, tags }: Pick<ListedPost, 'category' | 'tags'>,
  [categories, ofTags]: GroupLabels,
): [category: string, tags: string] {
  return [categories.get(category ?? '') ?? 'null', jsonArray(tags.map((slug) => ofTags.get(slug) ?? 'null'))]
}
