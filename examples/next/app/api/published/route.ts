// Galley itself tells of what was published: GALLEY_HOOKS=blog=http://frontend:3001/api/published, signed with GALLEY_HOOK_SECRET.
import { revalidateTag } from 'next/cache'
import { Webhook } from 'standardwebhooks'
import { contentTag } from '../../../lib/galley'

export async function POST(request: Request) {
  const body = await request.text()
  try {
    // Without a secret, nothing is genuine.
    new Webhook(process.env.GALLEY_HOOK_SECRET ?? '').verify(body, Object.fromEntries(request.headers))
  } catch {
    return Response.json({ message: 'This is not signed with GALLEY_HOOK_SECRET.' }, { status: 401 })
  }
  revalidateTag(contentTag, { expire: 0 })
  return new Response(null, { status: 204 })
}
