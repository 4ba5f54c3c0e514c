// Pages: the part of a list that a request asks for, the reply's links to the neighbouring pages, and the body around the
// posts, in pieces for a page, or as a stream if it is too large to hold in memory.
import type { PostNumber } from '../../../snapshot/types.ts'
import { HttpError } from '../http/error.ts'
import { type Body, cachedBody, type ReplyHead, usuallyHeld } from '../http/reply.ts'
import type { Representation } from '../listing/assemble.ts'
import { derives, lengthIn, postPieces } from '../listing/assemble.ts'
import type { Edition } from '../listing/edition.ts'
import type { WorkspaceExchange } from '../listing/exchange.ts'
import { type Matches, numbersOf } from '../listing/matches.ts'
import type { PageLimit } from '../listing/query.ts'
import { streamBytes, type Turn } from '../turns/turn.ts'
import type { Pagination } from '../wire.ts'

/** Items `from` up to, not including, `to` of the list, counted from 0. */
export interface Page {
  from: number
  to: number
  pagination: Pagination
}

/**
 * @param page counted from 1; ignored if `limit` is `all`
 * @throws {HttpError} 400 if there is no such page; the first page of an empty list exists
 */
export function pageOf(totalItems: number, limit: PageLimit, page: number): Page {
  const [size, currentPage] = limit === 'all' ? [totalItems, 1] : [limit, page]
  const totalPages = totalItems === 0 ? 0 : Math.ceil(totalItems / size)
  if (currentPage > totalPages && currentPage > 1) throw noSuchPage(currentPage, totalPages)
  const from = (currentPage - 1) * size
  const pagination = {
    limit: size,
    currentPage,
    previousPage: currentPage > 1 ? currentPage - 1 : null,
    nextPage: currentPage < totalPages ? currentPage + 1 : null,
    totalPages,
    totalItems,
  }
  return { from, to: Math.min(from + size, totalItems), pagination }
}

export function noSuchPage(requestedPage: number, totalPages: number): HttpError {
  const message =
    totalPages > 1
      ? `There are ${totalPages} pages; ask for a page from 1 to ${totalPages}.`
      : 'There is only one page; ask for page 1.'
  const error = `Page ${requestedPage} does not exist.`
  return new HttpError(400, 'Invalid page number', message, { message: error, totalPages, requestedPage })
}

/** Clients commonly reject a response with more than 16 KB of headers. */
const maxLinkHeader = 8_192

/**
 * RFC 8288 links to the neighbouring pages, path-absolute, all parameters kept. None for an empty list, with `limit=all`, or
 * if repeating a very long query four times would make a header that clients reject.
 * @param query the query string of the request
 */
export function linkHeader(
  path: string,
  query: string,
  limit: PageLimit,
  pagination: Pagination,
): Record<string, string> {
  if (limit === 'all' || pagination.totalItems === 0) return {}
  // Loading `URLSearchParams` takes half a millisecond of a cold start, and most requests for a first page need none.
  const parameters = query === '' ? undefined : new URLSearchParams(query)
  const targets = {
    first: 1,
    prev: pagination.previousPage,
    next: pagination.nextPage,
    last: pagination.totalPages,
  }
  const links = Object.entries(targets).flatMap(([relation, page]) => {
    if (page === null) return []
    parameters?.set('page', String(page))
    return [`<${path}?${parameters ?? `page=${page}`}>; rel="${relation}"`]
  })
  const value = links.join(', ')
  return value.length > maxLinkHeader ? {} : { Link: value }
}

/** A larger body is streamed. Vercel refuses unstreamed bodies over 4.5 MB. */
export const maxPiecesBytes = 1_000_000
/** A larger page is costly if anything in it is derived. */
export const maxTextBytes = 256 * 1024
/** A stream reads posts in batches of about this many bytes. */
const batchBytes = 64 * 1024

/** JSON before and after the posts, which are joined by commas. */
interface Envelope {
  head: string
  tail: string
}

/** The contents of a body. */
interface Listing {
  posts: Matches
  /** Called each time the body is made, since a highlighter keeps count of the text that it has looked through. */
  represent(): Representation
  envelope: Envelope
}

/** Pieces are made at once, a stream as it is read. Deriving more than a little is costly, and so are highlights. */
export async function postsBody(
  { edition, lease, cache, admit, turn }: WorkspaceExchange,
  head: ReplyHead,
  { posts, represent, envelope }: Listing,
): Promise<Body> {
  const representation = represent()
  const estimate = lengthIn(edition, representation)
  const known = new Map<PostNumber, number>()
  const length = (post: PostNumber) => known.get(post) ?? estimate(post)
  const isDerived = derives(edition, representation)
  // Too many entries are refused before anything is sent.
  for (const post of representation.expanded ? numbersOf(posts) : []) {
    known.set(post, estimate(post))
    await turn()
  }
  const bytes = bytesOf(posts, length, maxPiecesBytes)
  await turn.expect(bytes > maxPiecesBytes ? streamBytes : bytes)
  if (bytes > maxPiecesBytes) {
    const listed = { edition, envelope, turn }
    // Its length has to be known in HTTP/1.0, so it is made twice.
    const chunks = () => chunksOf(listed, represent(), batchesOf(posts, length))
    return { chunks, close: lease.clone().release, isCostly: isDerived, holds: usuallyHeld }
  }
  const make = async (): Promise<Uint8Array[]> => {
    const pieces = await postPieces(edition, [...numbersOf(posts)], representation, turn)
    return [Buffer.from(envelope.head), ...separated(pieces), Buffer.from(envelope.tail)]
  }
  const isCostly = isDerived && (representation.highlight !== undefined || bytes > maxTextBytes)
  // While this request waited to be admitted, another one may have made the body.
  return isCostly ? admit(async () => cachedBody(cache, head) ?? make()) : make()
}

type Length = (post: PostNumber) => number

/** The sum of their lengths, or some number above `most`. */
function bytesOf(posts: Matches, length: Length, most: number): number {
  let bytes = 0
  for (let index = 0; index < posts.count && bytes <= most; index++) bytes += length(posts.at(index))
  return bytes
}

function* batchesOf(posts: Matches, length: Length): Generator<PostNumber[]> {
  let batch: PostNumber[] = []
  let bytes = 0
  for (let index = 0; index < posts.count; index++) {
    const post = posts.at(index)
    batch.push(post)
    bytes += length(post)
    if (bytes < batchBytes && index < posts.count - 1) continue
    yield batch
    batch = []
    bytes = 0
  }
}

async function* chunksOf(
  { edition, envelope, turn }: { edition: Edition; envelope: Envelope; turn: Turn },
  representation: Representation,
  batches: Iterable<PostNumber[]>,
): AsyncGenerator<Uint8Array> {
  let before = Buffer.from(envelope.head)
  for (const batch of batches) {
    yield Buffer.concat([before, ...separated(await postPieces(edition, batch, representation, turn))])
    before = comma
  }
  yield Buffer.from(envelope.tail)
}

const comma = Buffer.from(',')

function* separated(posts: Uint8Array[][]): Generator<Uint8Array> {
  for (const [i, pieces] of posts.entries()) {
    if (i > 0) yield comma
    yield* pieces
  }
}
