// Which listings are requested: any number of different pages and filters of the synthetic workspace.
import { categories, tags } from './groups.ts'

export interface Asked {
  /** Posts a page. */
  limit: number
  /** Posts of the workspace. */
  posts: number
}

export function firstPage({ limit }: Asked): string {
  return target({ limit })
}

export function deepPage({ limit, posts }: Asked): string {
  return target({ limit, page: Math.floor((posts / limit) * 0.9) })
}

/** A category and two tags. */
export function filtered({ limit }: Asked): string {
  return target({ limit, category: categories[0]!.slug, tags: `${tags[0]!.slug},${tags[1]!.slug}` })
}

/** Full pages, all different: of the whole list in both orders, of categories, of categories with tags. */
export function differentPages(asked: Asked, count: number): string[] {
  return Array.from({ length: count }, (_, i) =>
    kinds[i % kinds.length]!(Math.floor(i / kinds.length), asked),
  )
}

/** One post in a hundred has a given category and one of two given tags: enough for this page at 10,000 posts. */
const pagesOfFilter = 3

const kinds: ((number: number, asked: Asked) => string)[] = [
  (number, { limit }) => target({ limit, page: number + 1 }),
  (number, { limit }) => target({ limit, page: number + 1, order: 'asc' }),
  (number, { limit }) => {
    const page = Math.floor(number / categories.length) + 1
    return target({ limit, page, category: categories[number % categories.length]!.slug })
  },
  (number, { limit }) => {
    const pair = Math.floor(number / pagesOfFilter)
    const category = categories[pair % categories.length]!.slug
    const first = Math.floor(pair / categories.length) % tags.length
    const two = [tags[first]!.slug, tags[(first + 1) % tags.length]!.slug].join()
    return target({ limit, page: (number % pagesOfFilter) + 1, category, tags: two })
  },
]

function target(parameters: Record<string, string | number>): string {
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/v1/demo/posts?${query.join('&')}`
}
