// What the app answers with: plain values that two adapters (web.ts here, send.ts of the server) put on the wire. And how
// a reply is known again, by its client or by a cache.
import { hash } from 'node:crypto'
import type { AppRequest } from './request.ts'

export interface Reply {
  status: number
  headers: Headers
  body: Body
  /** Of a reply that may be known again. */
  head?: ReplyHead
}

export type Headers = Record<string, string>

/** Pieces already in memory (Content-Length is set), or a stream (it is not). */
export type Body = readonly Uint8Array[] | ByteStream

/**
 * A body that is read while it is sent. An error thrown by `chunks` must cut the connection: a body that ends
 * well-formed is a whole one.
 */
export interface ByteStream {
  /** How long its reader may take nothing before it is cut off, in ms; left out, as long as with any reply. */
  patience?: number
  /** Making it takes so much that it waits to be admitted. */
  isCostly?: boolean
  /** Each time from the beginning, and the same bytes. */
  chunks(): AsyncGenerator<Uint8Array>
  /** Gives back what the stream holds; called once the reply is done or given up. May be called again. */
  close(): void
}

export function isStream(body: Body): body is ByteStream {
  return !Array.isArray(body)
}

export function byteLength(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, piece) => sum + piece.byteLength, 0)
}

export function jsonBody(value: unknown): Uint8Array[] {
  return [Buffer.from(JSON.stringify(value))]
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
  'X-Search-Partial',
  'X-Galley-Preview',
]

/** On every reply, errors included. */
export const everyReply: Readonly<Headers> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
}

/** A shared cache that answered for us would bypass the rate limit and replay somebody's X-RateLimit headers. */
export const revalidate = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** What is not published yet is not to be found. */
export const keptFromRobots = { 'X-Robots-Tag': 'noindex, nofollow' }

export const jsonContent = { 'Content-Type': 'application/json; charset=utf-8' }

/** All headers together. Not by spreading: on Node 20 each one added to a spread copy costs 2 µs, a page as much. */
export function joined(...parts: Readonly<Headers>[]): Headers {
  return Object.assign({}, ...parts)
}

/** The reply to OPTIONS, which no limit counts. */
export function preflight(headers: Headers): Reply {
  const allowed = {
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  }
  return { status: 204, headers: joined(headers, allowed), body: [] }
}

/** @param location path and query, beginning with exactly one slash */
export function permanentRedirect(location: string, headers: Headers): Reply {
  const moved = { ...revalidate, Location: location, 'Content-Length': '0' }
  return { status: 308, headers: joined(headers, moved), body: [] }
}

/** What a 200 has before it has a body, which stays the same while the edition does. */
export interface ReplyHead {
  headers: Readonly<Headers> & { readonly ETag: string }
  /** What the body may be kept by, in any form: it tells apart whatever bytes it could have been read from. */
  key: string
}

/** Whole bodies by their keys, kept by whoever runs the app. */
export interface BodyCache {
  get(key: string): Uint8Array | undefined
  set(key: string, body: Uint8Array): void
}

/** A request on its way to its reply. */
export interface Exchange {
  request: AppRequest
  /** Those that the reply has so far; an error keeps them. */
  headers: Headers
  cache?: BodyCache | undefined
}

/** Raised whenever the same snapshot and request would give other bytes than before. */
const replyFormat = 2

/**
 * @param edition what the body is made from: its id, and what caches know it by
 * @param identity the normalised request: two requests of one edition with equal text have equal bodies
 * @param headers those that are the request's own
 */
export function headOf(
  edition: { id: string; key: string },
  identity: string,
  headers: Headers = {},
): ReplyHead {
  const digest = hash('sha256', `${replyFormat}\n${identity}`, 'base64url')
  const ETag = `"${edition.id}-${digest.slice(0, 22)}"`
  return { headers: Object.assign({ ETag }, revalidate, headers), key: `${edition.key} ${ETag}` }
}

/** The reply, where that takes no making: the client has the body, or the cache does. */
export function knownReply({ request, headers, cache }: Exchange, head: ReplyHead): Reply | undefined {
  if (matchesTag(request.header('if-none-match'), head.headers.ETag)) {
    return { status: 304, headers: joined(headers, head.headers), body: [], head }
  }
  const body = keptBody(cache, head)
  return body && replyOf(headers, head, body)
}

export function keptBody(cache: BodyCache | undefined, { key }: ReplyHead): Body | undefined {
  const body = cache?.get(key)
  return body && [body]
}

/** The reply with a body that was made for it; the next one finds it in the cache, unless it is a stream. */
export function madeReply({ headers, cache }: Exchange, head: ReplyHead, body: Body): Reply {
  if (!cache || isStream(body)) return replyOf(headers, head, body)
  const whole = body.length === 1 ? body[0]! : Buffer.concat(body)
  cache.set(head.key, whole)
  return replyOf(headers, head, [whole])
}

function replyOf(headers: Headers, head: ReplyHead, body: Body): Reply {
  const length: Headers = isStream(body) ? {} : { 'Content-Length': String(byteLength(body)) }
  return { status: 200, headers: joined(headers, head.headers, jsonContent, length), body, head }
}

/** RFC 9110 13.1.2: weak comparison of an `If-None-Match` header (a list, or `*`) with a tag. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header.trim() === '*') return true
  const listed = header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*"/g) ?? []
  return listed.some((one) => one.replace(/^W\//, '') === tag)
}
