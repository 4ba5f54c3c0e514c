// JSON of values that many posts have: each is written once.

export function jsonBySlug(items: readonly { slug: string }[]): Map<string, string> {
  return new Map(items.map((item) => [item.slug, JSON.stringify(item)]))
}

/** @param items each as JSON */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join()}]`
}
