import { client } from '../generated/hey-api/client.gen.ts'
import { getPost, listPosts, type Post } from '../generated/hey-api/index.ts'
import type { Outcome } from './outcome.ts'

export default async function use(baseUrl: string): Promise<Outcome> {
  client.setConfig({ baseUrl })
  const path = { workspace_key: 'blog' }
  const list = await listPosts({
    path,
    query: { limit: 2, tags: ['a', 'b'], excludeTags: ['c'], facets: ['tags'] },
  })
  const posts: Post[] = list.data!.posts
  const one = await getPost({ path: { ...path, slug: 'post-1' }, query: { include: ['related'] } })
  const post: Post = one.data!.post
  const missing = await getPost({ path: { ...path, slug: 'none' } })
  return {
    titles: posts.map(({ title }) => title),
    tag: list.data!.facets?.tags?.[0]?.count,
    author: post.authors[0]!.name,
    related: post.related?.length,
    error: missing.error!.message,
  }
}
