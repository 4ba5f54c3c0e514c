import createClient from 'openapi-fetch'
import type { components, paths } from '../generated/openapi-typescript.ts'
import type { Outcome } from './outcome.ts'

type Post = components['schemas']['Post']

export default async function use(baseUrl: string): Promise<Outcome> {
  const client = createClient<paths>({ baseUrl })
  const path = { workspace_key: 'blog' }
  const list = await client.GET('/v1/{workspace_key}/posts', {
    params: { path, query: { limit: 2, tags: ['a', 'b'], excludeTags: ['c'], facets: ['tags'] } },
  })
  const posts: Post[] = list.data!.posts
  const one = await client.GET('/v1/{workspace_key}/posts/{slug}', {
    params: { path: { ...path, slug: 'post-1' }, query: { include: ['related'] } },
  })
  const post: Post = one.data!.post
  const missing = await client.GET('/v1/{workspace_key}/posts/{slug}', {
    params: { path: { ...path, slug: 'none' } },
  })
  return {
    titles: posts.map(({ title }) => title),
    tag: list.data!.facets?.tags?.[0]?.count,
    author: post.authors[0]!.name,
    related: post.related?.length,
    error: missing.error!.message,
  }
}
