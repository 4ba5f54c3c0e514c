// JSON of values that many posts have: each is written once.
import type { BuiltPost } from '../types.ts'

export function jsonBySlug(items: readonly { slug: string }[]): Map<string, string> {
  return new Map(items.map((item) => [item.slug, JSON.stringify(item)]))
}

/** @param items each as JSON */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join()}]`
}

/** Those of a post. @param labels categories and tags, as JSON by slug */
export function labelsOf(
  { category, tags }: Pick<BuiltPost, 'category' | 'tags'>,
  [categories, ofTags]: readonly ReadonlyMap<string, string>[],
): [category: string, tags: string] {
  return [categories!.get(category) ?? 'null', jsonArray(tags.map((slug) => ofTags!.get(slug) ?? 'null'))]
}

/** Whether all labels of an earlier build have the same JSON now; those that are gone are named by no post that is there. */
export function hasSameLabels(
  before: readonly ReadonlyMap<string, string>[],
  now: readonly ReadonlyMap<string, string>[],
): boolean {
  return before.every((labels, kind) =>
    [...labels].every(([slug, json]) => (now[kind]!.get(slug) ?? json) === json),
  )
}
