import { getCollection } from 'astro:content'

/** Newest first: the order of a collection is not that of the API. */
export async function newestFirst() {
  const posts = await getCollection('posts')
  return posts.sort((a, b) => Number(b.data.publishedAt) - Number(a.data.publishedAt))
}
