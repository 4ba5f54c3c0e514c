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
  body(means: Means): Body | Promise<Body>
}

/** What a body needs that takes long to make. */
export interface Means {
  /** Keeps the workspace open for a stream, and gives back what releases it. */
  hold(): () => void
  /** Makes a body that takes long when that is admitted. */
  admit(make: () => Promise<Body>): Promise<Body>
}

/** Whole bodies by their keys, kept by whoever runs the app. */
export interface BodyCache {
  get(key: string): Uint8Array | undefined
  set(key: string, body: Uint8Array): void
}

/** What does not change from one request to the next while the edition stays. */
export interface Fixed {
  headers: Readonly<Record<string, string>> & { readonly ETag: string }
  /** What the body may be kept by: it tells apart whatever bytes it could have been read from. */
  key: string
}

/** @param edition what the content is made from: its id, and what caches know it by */
export function fixedOf(content: Content, edition: { id: string; key: string }): Fixed {
  const ETag = entityTag(edition.id, content.identity)
  return { headers: Object.assign({ ETag }, revalidate, content.headers), key: `${edition.key} ${ETag}` }
}

/** @param headers those the reply has collected so far */
export async function contentReply(
  content: Content,
  fixed: Fixed,
  request: AppRequest,
  headers: Record<string, string>,
  options: Means & { cache?: BodyCache | undefined },
): Promise<Reply> {
  if (matchesTag(request.header('if-none-match'), fixed.headers.ETag)) return notModified(fixed, headers)
  return found(fixed, headers, await bodyOf(content, fixed.key, options))
}

/** The reply to a request that was answered before, where that takes no more than to look it up. */
export function repeatedReply(
  fixed: Fixed,
  request: AppRequest,
  headers: Record<string, string>,
  cache: BodyCache | undefined,
): Reply | undefined {
  if (matchesTag(request.header('if-none-match'), fixed.headers.ETag)) return notModified(fixed, headers)
  const kept = cache?.get(fixed.key)
  return kept && found(fixed, headers, [kept])
}

function notModified(fixed: Fixed, headers: Record<string, string>): Reply {
  return { status: 304, headers: joined(headers, fixed.headers), body: [] }
}

function found(fixed: Fixed, headers: Record<string, string>, body: Body): Reply {
  const length: Record<string, string> = isStream(body) ? {} : { 'Content-Length': String(byteLength(body)) }
  return { status: 200, headers: joined(headers, fixed.headers, jsonContent, length), body, key: fixed.key }
}

async function bodyOf(
  content: Content,
  key: string,
  { cache, hold, admit }: Means & { cache?: BodyCache | undefined },
): Promise<Body> {
  const kept = () => {
    const body = cache?.get(key)
    return body && [body]
  }
  // Who waits to be admitted may find that another one has made the body meanwhile.
  const known = kept()
  const body = known ?? (await content.body({ hold, admit: (make) => admit(async () => kept() ?? make()) }))
  if (!cache || known || isStream(body)) return body
  const whole = body.length === 1 ? body[0]! : Buffer.concat(body)
  cache.set(key, whole)
  return [whole]
}
