import type { APIRoute } from 'astro'
import { newestFirst, pathOf } from '../posts'

export const GET: APIRoute = async ({ site }) => {
  const entries = (await newestFirst()).map((post) => {
    const changed = post.data.updatedAt.toISOString()
    return `<url><loc>${new URL(pathOf(post), site)}</loc><lastmod>${changed}</lastmod></url>\n`
  })
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`)
}
