// From what a route answers when all is well to a reply: entity tag, 304, the cache of bodies.
import { entityTag, matchesTag } from './etag.ts'
import { joined, jsonContent, revalidate } from './headers.ts'
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
 * The headers that do not change from one request to the next while the edition stays, the ETag among them.
 * @param edition id of what the content is made from
 */
export function fixedHeaders(content: Content, edition: string): FixedHeaders {
  return Object.assign({ ETag: entityTag(edition, content.identity) }, revalidate, content.headers)
}

export type FixedHeaders = Readonly<Record<string, string>> & { readonly ETag: string }

/** @param headers those the reply has collected so far */
export function contentReply(
  content: Content,
  fixed: FixedHeaders,
  request: AppRequest,
  headers: Record<string, string>,
  options: { cache?: BodyCache | undefined; hold: () => () => void },
): Reply {
  if (matchesTag(request.header('if-none-match'), fixed.ETag)) return notModified(fixed, headers)
  return found(fixed, headers, bodyOf(content, fixed.ETag, options))
}

/** The reply to a request that was answered before, where that takes no more than to look it up. */
export function repeatedReply(
  fixed: FixedHeaders,
  request: AppRequest,
  headers: Record<string, string>,
  cache: BodyCache | undefined,
): Reply | undefined {
  if (matchesTag(request.header('if-none-match'), fixed.ETag)) return notModified(fixed, headers)
  const kept = cache?.get(fixed.ETag)
  return kept && found(fixed, headers, [kept])
}

function notModified(fixed: FixedHeaders, headers: Record<string, string>): Reply {
  return { status: 304, headers: joined(headers, fixed), body: [] }
}

function found(fixed: FixedHeaders, headers: Record<string, string>, body: Body): Reply {
  const length: Record<string, string> = isStream(body) ? {} : { 'Content-Length': String(byteLength(body)) }
  return { status: 200, headers: joined(headers, fixed, jsonContent, length), body }
}

function bodyOf(
  content: Content,
  tag: string,
  { cache, hold }: { cache?: BodyCache | undefined; hold: () => () => void },
): Body {
  const kept = cache?.get(tag)
  if (kept) return [kept]
  const body = content.body(hold)
  if (!cache || isStream(body)) return body
  const whole = Buffer.concat(body)
  cache.set(tag, whole)
  return [whole]
}
