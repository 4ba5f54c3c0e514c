// Loads all posts of a workspace with one request, and with a 304 as long as nothing has changed.
import type { Loader } from 'astro/loaders'
import { z } from 'astro/zod'

const author = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  image: z.string(),
  bio: z.string(),
  role: z.string(),
  socials: z.array(z.object({ url: z.string(), platform: z.string() })),
})

const category = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  count: z.object({ posts: z.number() }),
})

const post = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  featured: z.boolean(),
  description: z.string(),
  coverImage: z.string(),
  publishedAt: z.coerce.date(),
  updatedAt: z.coerce.date(),
  status: z.enum(['published', 'draft']),
  authors: z.array(author),
  category,
  tags: z.array(category.extend({ description: z.string().nullable() })),
  attribution: z.object({ author: z.string(), url: z.string() }).nullable(),
  fields: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])),
})

/** What the reply has of each post besides its data. */
interface Rendered {
  content: string
  headings: { level: number; id: string; text: string }[]
}

type Post = z.input<typeof post> & Rendered

/** @param url the workspace's address: `https://api.example.org/v1/demo` */
export function galley(url: string) {
  return {
    name: 'galley',
    schema: post,
    async load({ store, meta, parseData, logger }) {
      const known = meta.get('etag')
      const response = await patiently(
        `${url}/posts?limit=all&include=headings`,
        known ? { 'If-None-Match': known } : {},
      )
      if (response.status === 304) return logger.info('Nothing has changed')
      const body = await response.json()
      if (!response.ok) throw new Error(`${response.url}: ${body.message}`)
      const posts: Post[] = body.posts

      store.clear()
      for (const { content, headings, ...data } of posts) {
        store.set({
          id: data.slug,
          data: await parseData({ id: data.slug, data }),
          rendered: {
            html: content,
            metadata: { headings: headings.map(({ level, id, text }) => ({ depth: level, slug: id, text })) },
          },
        })
      }
      meta.set('etag', response.headers.get('ETag') ?? '')
      logger.info(`Loaded ${posts.length} posts`)
    },
  } satisfies Loader
}

/** Waits when the API says that it has had enough requests, or is busy, for as long as it says. */
async function patiently(url: string, headers: Record<string, string>): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await fetch(url, { headers })
    const isRefused = response.status === 429 || response.status === 503
    if (!isRefused || tries === 10) return response
    const seconds = Number(response.headers.get('Retry-After') ?? 1)
    await new Promise((done) => setTimeout(done, 1000 * seconds))
  }
}
