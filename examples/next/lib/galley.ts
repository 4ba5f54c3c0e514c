// All requests of the API. Each is answered from Next's data cache until the site is told that something has changed.
import { cache } from 'react'

const api = process.env.GALLEY_URL ?? 'http://127.0.0.1:3000/v1/demo'

export const styleOfPosts = new URL('/docs/post.css', api).href

/** What `revalidateTag` forgets. */
export const contentTag = 'galley'
/** In seconds: a scheduled post appears without anybody telling the site. */
const lifetime = 300

export interface Summary {
  slug: string
  title: string
  description: string
  publishedAt: string
  category: { name: string }
  reading: { minutes: number }
  /** With `images` in workspace.yml, a browser chooses among widths. */
  cover: { url: string; alt: string; width: number | null; height: number | null; srcset?: string } | null
}

export interface Post extends Summary {
  content: string
  updatedAt: string
  authors: { name: string; slug: string }[]
  tags: Tag[]
  neighbors: { previous: Neighbor | null; next: Neighbor | null }
}

export interface Neighbor {
  slug: string
  title: string
}

export interface Tag {
  slug: string
  name: string
}

export interface List {
  posts: Summary[]
  pagination: { currentPage: number; previousPage: number | null; nextPage: number | null }
}

// The data cache refuses replies over 2 MB, so no list asks for texts.
const summary = 'select=slug,title,description,publishedAt,category&include=cover,reading'

export function postsOnPage(page: number): Promise<List | undefined> {
  return read(`posts?${summary}&limit=20&page=${page}`)
}

/** Whole, which is below 2 MB up to some 3,000 posts with the tag. */
export function postsWithTag(slug: string): Promise<List | undefined> {
  return read(`posts?${summary}&limit=all&tags=${encodeURIComponent(slug)}`)
}

export async function allPosts(): Promise<{ slug: string; updatedAt: string }[]> {
  const reply = await read<{ posts: { slug: string; updatedAt: string }[] }>(
    'posts?select=slug,updatedAt&limit=all',
  )
  return reply?.posts ?? []
}

/** By its slug; an earlier slug finds it, too. */
export const postBySlug = cache(async (slug: string): Promise<Post | undefined> => {
  const further = 'include=cover,reading,neighbors'
  const reply = await read<{ post: Post }>(`posts/${encodeURIComponent(slug)}?${further}`)
  return reply?.post
})

export const tagBySlug = cache(async (slug: string): Promise<Tag | undefined> => {
  const reply = await read<{ tag: Tag }>(`tags/${encodeURIComponent(slug)}?select=slug,name`)
  return reply?.tag
})

export async function feed(): Promise<string | undefined> {
  return (await found('feed.xml'))?.text()
}

async function read<T>(path: string): Promise<T | undefined> {
  return (await found(path))?.json()
}

/** @returns `undefined` if there is no such thing, or no such page */
async function found(path: string): Promise<Response | undefined> {
  const response = await ask(path)
  if (response.ok) return response
  const { error, message } = await response.json()
  const isMissing = response.status === 404 && error !== 'Invalid workspace'
  if (isMissing || error === 'Invalid page number') return undefined
  throw new Error(`${response.url}: ${message}`)
}

/** Waits when the API says that it has had enough requests, or is busy, for as long as it says. */
async function ask(path: string): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(`${api}/${path}`, {
      next: { revalidate: lifetime, tags: [contentTag] },
      // Without a signal, React remembers the first reply while it renders, and a second try would get the same 429.
      signal: AbortSignal.timeout(30_000),
    })
    const isRefused = response.status === 429 || response.status === 503
    if (!isRefused || tries === 10) return response
    const seconds = Number(response.headers.get('Retry-After') ?? 1)
    await new Promise((done) => setTimeout(done, 1000 * seconds))
  }
}
