import type { MetadataRoute } from 'next'
import { allPosts } from '../lib/galley'

export default async function sitemap(): Promise<MetadataRoute.Sitemap> {
  const site = process.env.SITE_URL ?? 'http://localhost:3001'
  const posts = await allPosts()
  return posts.map(({ slug, updatedAt }) => ({
    url: `${site}/posts/${encodeURIComponent(slug)}`,
    lastModified: updatedAt,
  }))
}
