// JSON of values that many posts have: each is written once.
import type { ListedPost } from '../types.ts'

/** Categories, tags and series, as JSON by slug. */
export type GroupLabels = readonly [
  categories: ReadonlyMap<string, string>,
  tags: ReadonlyMap<string, string>,
  series: ReadonlyMap<string, string>,
]

export function jsonBySlug(items: readonly { slug: string }[]): Map<string, string> {
  return new Map(items.map((item) => [item.slug, JSON.stringify(item)]))
}

/** @param items each as JSON */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join()}]`
}

/** Returns the category and the tags of a post, and its series if it is part of one, as JSON. */
export function labelsOf(
  { category, tags, series }: Pick<ListedPost, 'category' | 'tags' | 'series'>,
  [categories, ofTags, ofSeries]: GroupLabels,
): string[] {
  return [
    categories.get(category ?? '') ?? 'null',
    jsonArray(tags.map((slug) => ofTags.get(slug) ?? 'null')),
    ...(series ? [jsonArray([ofSeries.get(series.slug) ?? 'null', String(series.part)])] : []),
  ]
}
