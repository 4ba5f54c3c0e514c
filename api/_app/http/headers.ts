// Headers that do not depend on a route.
import { jsonType, type Reply } from './reply.ts'

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
export const everyReply: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposed.join(', '),
}

/** A shared cache that answered for us would bypass the rate limit and replay somebody's X-RateLimit headers. */
export const revalidate = { 'Cache-Control': 'public, max-age=0, must-revalidate' }

/** What is not published yet is not to be found. */
export const keptFromRobots = { 'X-Robots-Tag': 'noindex, nofollow' }

export const jsonContent = { 'Content-Type': jsonType }

/** All headers together. Not by spreading: on Node 20 each one added to a spread copy costs 2 µs, a page as much. */
export function joined(...parts: Readonly<Record<string, string>>[]): Record<string, string> {
  return Object.assign({}, ...parts)
}

/** The reply to OPTIONS, which no limit counts. */
export function preflight(headers: Record<string, string>): Reply {
  const allowed = {
    'Access-Control-Allow-Methods': 'GET, HEAD, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, If-None-Match',
    'Access-Control-Max-Age': '86400',
  }
  return { status: 204, headers: joined(headers, allowed), body: [] }
}

/** @param location path and query, beginning with exactly one slash */
export function permanentRedirect(location: string, headers: Record<string, string>): Reply {
  const moved = { ...revalidate, Location: location, 'Content-Length': '0' }
  return { status: 308, headers: joined(headers, moved), body: [] }
}
