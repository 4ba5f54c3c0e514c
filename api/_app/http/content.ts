// From what a route answers when all is well to a reply: entity tag, 304, the cache of bodies.
import { entityTag, matchesTag } from './etag.ts'
import { jsonContent, revalidate } from './headers.ts'
import { type Body, byteLength, isStream, type Reply } from './reply.ts'
import type { AppRequest } from './request.ts'

/** Everything of an answer but the body, which is made only when it is sent. */
export interface Content {
  /** The normalised request: two requests of one edition with equal text have equal bodies. */
  identity: string
  headers: Record<string, string>
  /** @param hold keeps the workspace open for a stream, and gives back what releases it */
  body(hold: () => () => void): Body
}

/** Whole bodies by their ETag, kept by whoever runs the app. */
export interface BodyCache {
  get(etag: string): Uint8Array | undefined
  set(etag: string, body: Uint8Array): void
}

/**
 * @param edition id of what the content is made from
 * @param headers those the reply has collected so far
 */
export function contentReply(
  content: Content,
  edition: string,
  request: AppRequest,
  headers: Record<string, string>,
  options: { cache?: BodyCache | undefined; hold: () => () => void },
): Reply {
  const tag = entityTag(edition, content.identity)
  const all = { ...headers, ...revalidate, ETag: tag, ...content.headers }
  if (matchesTag(request.header('if-none-match'), tag)) return { status: 304, headers: all, body: [] }
  const body = bodyOf(content, tag, options)
  const length: Record<string, string> = isStream(body) ? {} : { 'Content-Length': String(byteLength(body)) }
  return { status: 200, headers: { ...all, ...jsonContent, ...length }, body }
}

function bodyOf(
  content: Content,
  tag: string,
  { cache, hold }: { cache?: BodyCache | undefined; hold: () => () => void },
): Body {
  const kept = cache?.get(tag)
  if (kept) return [kept]
  const body = content.body(hold)
  if (cache && !isStream(body)) cache.set(tag, Buffer.concat(body))
  return body
}
