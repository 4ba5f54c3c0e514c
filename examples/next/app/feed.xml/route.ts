import { feed } from '../../lib/galley'

/** However many readers ask, the API is asked once. */
export const dynamic = 'force-static'

export async function GET() {
  const text = await feed()
  if (text === undefined) return new Response('workspace.yml has no url', { status: 404 })
  return new Response(text, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } })
}
