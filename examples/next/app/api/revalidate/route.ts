// Whoever publishes posts here: curl -X POST -H "Authorization: Bearer $REVALIDATE_SECRET" https://…/api/revalidate
import { createHash, timingSafeEqual } from 'node:crypto'
import { revalidateTag } from 'next/cache'
import { contentTag } from '../../../lib/galley'

export async function POST(request: Request) {
  if (!knowsSecret(request.headers.get('Authorization'))) {
    return Response.json({ message: 'Send the secret as a bearer token.' }, { status: 401 })
  }
  // With 'max' the next visitor would still get the old page.
  revalidateTag(contentTag, { expire: 0 })
  return Response.json({ revalidated: true })
}

function knowsSecret(authorization: string | null): boolean {
  const secret = process.env.REVALIDATE_SECRET
  if (!secret || !authorization) return false
  // In constant time, which takes values of equal length.
  return timingSafeEqual(digest(authorization), digest(`Bearer ${secret}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
