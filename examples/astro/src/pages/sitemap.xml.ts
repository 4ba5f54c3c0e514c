import type { APIRoute } from 'astro'
import { pagesInOrder, pathOfPage } from '../pages'
import { newestFirst, pathOf } from '../posts'

export const GET: APIRoute = async ({ site }) => {
  const pages = (await pagesInOrder()).map((page) => ({ ...page.data, path: pathOfPage(page) }))
  const posts = (await newestFirst()).map((post) => ({ ...post.data, path: pathOf(post) }))
  const entries = [...pages, ...posts].map(({ path, updatedAt }) => {
    const changed = updatedAt ? `<lastmod>${updatedAt.toISOString()}</lastmod>` : ''
    return `<url><loc>${new URL(path, site)}</loc>${changed}</url>\n`
  })
  return new Response(`<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('')}</urlset>
`)
}
