// Finds the categories and tags of posts in public lists, which have no names that only private posts have.
import { slugify } from '../build/for-import.ts'
import type { MappedHeader, PostLists } from './header.ts'
import type { PlannedPost } from './plan.ts'
import type { SourcePost } from './source.ts'

export interface OpenLists {
  /** The slug of the category of posts that name none, and of each post its own, in their order. */
  standard: string
  categories: readonly (string | undefined)[]
  /** The slugs that are public. */
  openCategories: ReadonlySet<string>
  openTags: ReadonlySet<string>
}

/** @param workspace its name */
export function openLists(
  plans: readonly PlannedPost[],
  headers: readonly MappedHeader[],
  lists: PostLists,
  workspace: string,
): OpenLists {
  const sections = plans.map(({ source }) => (source.entryOf ? undefined : sectionName(source, workspace)))
  const common = mostFrequent(sections.filter((one) => one !== undefined)) ?? workspace
  const own = headers.map(
    ({ category }, at) =>
      category ??
      ([common, undefined].includes(sections[at]) ? undefined : lists.categories.add(sections[at]!)),
  )
  const isOpen = (_: unknown, at: number) => !headers[at]!.isPrivate
  const standard = lists.categories.add(common)
  const openCategories = new Set([standard, ...own.filter(isOpen).flatMap((one) => one ?? [])])
  return {
    standard,
    categories: own.map((one) => (one !== undefined && openCategories.has(one) ? one : undefined)),
    openCategories,
    openTags: new Set(headers.filter(isOpen).flatMap(({ tags }) => tags)),
  }
}

/** Returns the name of the section that posts without a category are in. */
function sectionName({ collection }: SourcePost, name: string): string {
  const parts = collection
    .split('/')
    .filter((part) => !/^(content|contents|source|src|data|website|public|app|docs)$/i.test(part))
  const last = parts.at(-1)?.replace(/^_/, '') ?? ''
  return slugify(last) && !/^drafts$/.test(last) ? last : name
}

function mostFrequent(names: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}
