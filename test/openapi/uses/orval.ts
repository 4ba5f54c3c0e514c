import { getPost, listPosts, type Post } from '../generated/orval.ts'
import type { Outcome } from './outcome.ts'

/** Its functions have the address of the API built in, as it was when they were made. */
export default async function use(baseUrl: string): Promise<Outcome> {
  const { fetch } = globalThis
  globalThis.fetch = (address, init) =>
    fetch(String(address).replace('https://api.example.org', baseUrl), init)
  try {
    const list = await listPosts('blog', { limit: 2, tags: ['a', 'b'], excludeTags: ['c'], facets: ['tags'] })
    const one = await getPost('blog', 'post-1', { include: ['related'] })
    const missing = await getPost('blog', 'none')
    if (list.status !== 200 || one.status !== 200 || missing.status !== 404) throw new Error('another status')
    const posts: Post[] = list.data.posts
    const post: Post = one.data.post
    return {
      titles: posts.map(({ title }) => title),
      tag: list.data.facets?.tags?.[0]?.count,
      author: post.authors[0]!.name,
      related: post.related?.length,
      error: missing.data.message,
    }
  } finally {
    globalThis.fetch = fetch
  }
}
