// JSON of values that many posts have: each is written once.

export function jsonBySlug(items: readonly { slug: string }[]): Map<string, string> {
  return new Map(items.map((item) => [item.slug, JSON.stringify(item)]))
}

/** @param items each as JSON */
export function jsonArray(items: readonly string[]): string {
  return `[${items.join()}]`
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
