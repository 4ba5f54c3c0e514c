// The posts, and what can be said of one when all are known.
import { type CollectionEntry, getCollection } from 'astro:content'
import { site } from './site'

export type Post = CollectionEntry<'posts'>

/** Newest first: the order of a collection is not that of the API. */
export async function newestFirst(): Promise<Post[]> {
  const posts = await getCollection('posts')
  return posts.sort((a, b) => Number(b.data.publishedAt) - Number(a.data.publishedAt))
}

interface Named {
  slug: string
  name: string
  description?: string | null
  bio?: string
}

/** What posts are listed by, as it is called in addresses. */
export const lists: Record<string, (post: Post) => Named[]> = {
  categories: ({ data }) => [data.category],
  tags: ({ data }) => data.tags,
  authors: ({ data }) => data.authors,
}

export function pathOf({ id }: { id: string }): string {
  return `/posts/${encodeURIComponent(id)}/`
}

/** The language that a post is written in: its own, or that of the workspace. */
export function languageOf({ data }: Post): string {
  const { jsonld } = data
  return jsonld && 'inLanguage' in jsonld ? String(jsonld.inLanguage) : site.language
}

export function directionOf(language: string): 'ltr' | 'rtl' {
  return /^(?:ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(language) ? 'rtl' : 'ltr'
}

export function dateOf(date: Date, language: string): string {
  return date.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' })
}

export function minutesOf({ data }: Post, language: string): string {
  const style = { style: 'unit', unit: 'minute', unitDisplay: 'long' } as const
  return data.reading.minutes.toLocaleString(language, style)
}

/** Those that share most tags, rare ones above all; of equals, the newest. */
export function relatedTo(post: Post, posts: readonly Post[]): Post[] {
  const shared = post.data.tags.map(({ slug }) => posts.filter((other) => hasTag(other, slug)))
  const scores = new Map<Post, number>()
  for (const group of shared) {
    for (const other of group) scores.set(other, (scores.get(other) ?? 0) + 1 / group.length)
  }
  scores.delete(post)
  return [...scores.keys()].sort((a, b) => scores.get(b)! - scores.get(a)!).slice(0, 3)
}

function hasTag({ data }: Post, tag: string): boolean {
  return data.tags.some(({ slug }) => slug === tag)
}
