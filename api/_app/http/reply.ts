// The app's replies: plain values that two adapters (node.ts for functions, send.ts in the server) put on the wire. Also how a
// client or a cache recognises a reply it already has.
import { hash } from 'node:crypto'
import { replyFormat } from '../../../snapshot/format/format.ts'
import type { Turn } from '../turns/turn.ts'
import type { AppRequest } from './request.ts'

export interface Reply {
  status: number
  headers: Headers
  body: Body
  /** Present where the reply can be recognised again. */
  head?: ReplyHead
}

export type Headers = Record<string, string>

/** Pieces already in memory (Content-Length is set), or a stream (it is not). */
export type Body = readonly Uint8Array[] | ByteStream

/**
 * A body that is read while it is sent. An error thrown by `chunks` must cut the connection: a body that ends
 * cleanly is complete.
 */
export interface ByteStream {
  /** The time that its reader may stall before it is cut off, in ms; that of any reply by default. */
  stallTimeout?: number
  /** The number of bytes that `chunks` yields, if known. */
  length?: number
  /** True if it is so costly to produce that it waits to be admitted. */
  isCostly?: boolean
  /** The bytes that it holds while its reader reads: if it says so, it waits to be admitted until there is room for them. */
  holds?: number
  /** The turn of the request that it answers. */
  turn?: Turn
  /** Starts from the beginning each time, with the same bytes. */
  chunks(): AsyncGenerator<Uint8Array>
  /** Releases what the stream holds; called when the reply is done or abandoned. Idempotent. */
  close(): void
}

/** The measured bytes that a stream of posts holds: a batch, its converted form, and the part that is being written. */
export const usuallyHeld = 256 * 1024

export function isStream(body: Body): body is ByteStream {
  return !Array.isArray(body)
}

export function byteLength(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
}

export function jsonBody(value: unknown): Body {
  return [Buffer.from(JSON.stringify(value))]
}

/** A reply for one request alone. @param value what is JSON already if it is a text @param own headers that follow its type */
export function jsonReply(
  status: number,
  value: object | string,
  headers: Readonly<Headers> = {},
  own: Readonly<Headers> = {},
): Reply {
  const body = Buffer.from(typeof value === 'string' ? value : JSON.stringify(value))
  const length = { 'Content-Length': String(body.length) }
  return { status, headers: mergeHeaders(headers, jsonContent, own, length), body: [body] }
}

const exposed = [
  'ETag',
  'Link',
  'Retry-After',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Snapshot-Id',
  'X-Search-Corrected',
  'X-Search-Omitted',
  'X-Search-Partial',
  'X-Ignored-Parameters',
  'X-Galley-Preview',
]

/** The headers of every reply, errors included. */
export const everyReply: Readonly<Headers> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
}

/** A shared cache that answered for us would bypass the rate limit and replay somebody's X-RateLimit headers: see cdn.ts. */
export const revalidate = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** Unpublished content must not be indexed. */
export const noIndex = { 'X-Robots-Tag': 'noindex, nofollow' }

export const jsonContent = { 'Content-Type': 'application/json; charset=utf-8' }
export const textContent = { 'Content-Type': 'text/plain; charset=utf-8' }

/** Merges headers, later ones over earlier ones. */
export function mergeHeaders(...parts: Readonly<Headers>[]): Headers {
  return Object.assign({}, ...parts)
}

export const readMethods = 'GET, HEAD, OPTIONS'
export const postMethods = 'POST, OPTIONS'

/** The reply to OPTIONS, which no limit counts. @param isPosted of the route */
export function preflight(headers: Headers, isPosted: boolean): Reply {
  const own = isPosted ? 'MCP-Protocol-Version, Mcp-Method, Mcp-Name' : 'If-None-Match'
  const allowed = {
    'Access-Control-Allow-Methods': isPosted ? postMethods : readMethods,
    'Access-Control-Allow-Headers': `Authorization, Content-Type, ${own}`,
    'Access-Control-Max-Age': '86400',
  }
  return { status: 204, headers: mergeHeaders(headers, allowed), body: [] }
}

/** @param location path and query, beginning with exactly one slash */
export function redirect(status: 302 | 308, location: string, headers: Headers): Reply {
  const moved = { ...revalidate, Location: location, 'Content-Length': '0' }
  return { status, headers: mergeHeaders(headers, moved), body: [] }
}

/** Tells whether bytes are few enough to be sent as they are: headers and a network packet cost more than gzip saves. */
export function isSmall(bytes: number): boolean {
  return bytes < 1_024
}

/** Turns headers into those of a gzip reply: its bytes depend on the compressor, so its tag is weak (RFC 9110, 8.8.1). */
export function asGzip(headers: Headers): Headers {
  return mergeHeaders(weakened(headers), { 'Content-Encoding': 'gzip' })
}

export function weakened(headers: Headers): Headers {
  const { Vary = variesByEncoding.Vary } = headers
  return mergeHeaders(headers, { Vary, ETag: `W/${headers.ETag}` })
}

const variesByEncoding = { Vary: 'Accept-Encoding' }
/** The header of replies that are a page in browsers. */
export const variesByAccept = { Vary: 'Accept, Accept-Encoding' }

/** The facts about a 200 before its body is made; they are the same for as long as its source is. */
export interface ReplyHead {
  headers: Readonly<Headers> & { readonly ETag: string }
  /** Cache key for the body in any encoding: it differs wherever the bytes read could differ. */
  key: string
  /** The key of what the body is made from. */
  source: string
  /** The type of the body; JSON by default. */
  content?: Readonly<Headers>
}

/** Whole bodies by key, kept by whoever runs the app. */
export interface BodyCache {
  get(key: string): Uint8Array | undefined
  set(key: string, body: Uint8Array): void
}

/** A request and the reply in the making. */
export interface Exchange {
  request: AppRequest
  /** The reply's headers so far; an error reply keeps them. */
  headers: Headers
  /** The client does, and the protocol allows it. */
  acceptsGzip: boolean
  cache?: BodyCache | undefined
}

/**
 * @param source what the body is made from: its id, and its key for caches
 * @param identity the normalised request: of one source, equal identities mean equal bodies
 * @param headers specific to the request
 */
export function headOf(
  source: { id: string; key: string },
  identity: string,
  headers: Headers = {},
): ReplyHead {
  const digest = hash('sha256', `${replyFormat}\n${identity}`, 'base64url')
  const ETag = `"${source.id}-${digest.slice(0, 22)}"`
  const key = `${source.key} ${ETag}`
  return { headers: Object.assign({ ETag }, revalidate, variesByEncoding, headers), key, source: source.key }
}

/** The head of a reply that is made from several sources. */
export function headOfAll(
  [own, ...others]: readonly { id: string; key: string }[],
  identity: readonly unknown[],
  headers?: Headers,
): ReplyHead {
  const source = { id: own!.id, key: [own!, ...others].map(({ key }) => key).join(' ') }
  return headOf(source, JSON.stringify([...identity, ...others.map(({ id }) => id)]), headers)
}

/** The reply, whose body is made if neither the client nor the cache has it. */
export async function replyWith(
  exchange: Exchange,
  head: ReplyHead,
  make: () => Body | Promise<Body>,
): Promise<Reply> {
  return cachedReply(exchange, head) ?? freshReply(exchange, head, await make())
}

/** The reply if no body has to be made: the client has it, or the cache does. */
export function cachedReply(
  { request, headers, cache, acceptsGzip }: Exchange,
  head: ReplyHead,
): Reply | undefined {
  if (matchesTag(request.header('if-none-match'), head.headers.ETag)) {
    return { status: 304, headers: mergeHeaders(headers, head.headers), body: [], head }
  }
  const packed = acceptsGzip ? cache?.get(gzipKey(head)) : undefined
  if (packed) {
    const reply = replyOf(headers, head, [packed])
    return { ...reply, headers: asGzip(reply.headers) }
  }
  const body = cachedBody(cache, head)
  return body && replyOf(headers, head, body)
}

export function cachedBody(cache: BodyCache | undefined, { key }: ReplyHead): Body | undefined {
  const body = cache?.get(key)
  return body && [body]
}

export function gzipKey({ key }: Pick<ReplyHead, 'key'>): string {
  return `gzip ${key}`
}

/** The reply with a newly made body, which is cached unless it is a stream, or about to be compressed. */
function freshReply({ headers, cache, acceptsGzip }: Exchange, head: ReplyHead, body: Body): Reply {
  if (!cache || isStream(body)) return replyOf(headers, head, body)
  const whole = body.length === 1 ? body[0]! : Buffer.concat(body)
  if (!acceptsGzip || isSmall(whole.length)) cache.set(head.key, whole)
  return replyOf(headers, head, [whole])
}

function replyOf(headers: Headers, head: ReplyHead, body: Body): Reply {
  const bytes = isStream(body) ? body.length : byteLength(body)
  const length: Headers = bytes === undefined ? {} : { 'Content-Length': String(bytes) }
  const all = mergeHeaders(headers, head.headers, head.content ?? jsonContent, length)
  return { status: 200, headers: all, body, head }
}

/** RFC 9110 13.1.2: weak comparison of an `If-None-Match` header (a list, or `*`) with a tag. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const listed = header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/g) ?? []
  return listed.some((one) => one.replace(/^W\//, '') === tag)
}
