// Serves dist/public as Vercel's file system phase does: before the app, uncounted, for any origin. Our own rather than send
// or sirv: both write to the socket themselves, bypassing the bounds of send.ts on unread bytes, follow links out of the
// folder, and cannot ask which names a snapshot lists.

import { failure, HttpError, methodNotAllowed } from '../api/_app/http/error.ts'
import { everyReply, matchesTag, mergeHeaders, type Reply, revalidate } from '../api/_app/http/reply.ts'
import { type AppRequest, isRead, pathOf } from '../api/_app/http/request.ts'
import { typeOf } from '../snapshot/format/content-type.ts'
import { isDocsFile } from '../snapshot/format/pages.ts'
import { tried } from '../snapshot/tried.ts'
import { type ByteRange, bodyOf, type OpenFile, openBelow } from './file.ts'
import type { FileHeaders } from './headers.ts'
import { intactFiles, requireAsWritten } from './intact.ts'
import type { SealOf } from './media.ts'

/** Replies to a request for a file; `undefined` if it is not for one, and the app should answer. */
export type StaticFiles = (request: AppRequest) => Promise<Reply | undefined>

/** All other paths are the app's, whatever is in the folder; so are media that are not listed, and other files in docs/. */
export const publishedPath = /^\/(?:media\/[^/]+|openapi\.json|docs(?:\/desk(?:\/[^/]*)?|\/[^/]*)?)$/

export interface StaticOptions {
  /** The folder, if any; it may not exist, and its files may be replaced at any time. */
  root: string | undefined
  /** Tells whether a file in media/ is published, and what it must match. */
  sealOf: SealOf
  /** Gets what is damaged: see `intactFiles`. */
  damaged: Set<string>
  /** Headers for a path besides those of every file. */
  headersOf: (path: string) => FileHeaders
  /** Gets a line for each file that cannot be read. */
  log: (line: string) => void
}

export function staticFiles({ root, sealOf, damaged, headersOf, log }: StaticOptions): StaticFiles {
  const openIntact = intactFiles(damaged)
  return async (request) => {
    const path = pathOf(request.target)
    const names = publishedPath.test(path) ? namesOf(path) : undefined
    if (root === undefined || names === undefined || request.method === 'OPTIONS') return undefined
    try {
      const [folder, ...rest] = names
      const seal = folder === 'media' ? await sealOf(rest[0]!) : null
      if (seal === undefined || (folder === 'docs' && !isDocsFile(rest.join('/')))) return undefined
      if (folder === 'openapi.json') requireAsWritten(root, folder, damaged)
      const file = await (seal ? openIntact(root, names, seal) : openBelow(root, names))
      return file && (await replyOf(file, names, request, headersOf(path)))
    } catch (error) {
      return failure(error, mergeHeaders(everyReply), log)
    }
  }
}

/** Returns the decoded segments; `undefined` for a path that cannot name a published file. */
function namesOf(path: string): string[] | undefined {
  if (/^\/docs\/?$/.test(path)) return ['docs', 'index.html']
  if (/^\/docs\/desk\/?$/.test(path)) return ['docs', 'desk', 'index.html']
  const names = tried(() => path.slice(1).split('/').map(decodeURIComponent))
  return names?.every((name) => /^[^./\\\0][^/\\\0]*$/.test(name)) ? names : undefined
}

/** @param special headers for its path */
async function replyOf(file: OpenFile, names: string[], request: AppRequest, special: FileHeaders) {
  try {
    const { status, headers, part } = headOf(file, names, request, special)
    return { status, headers, body: await bodyOf(file, part) }
  } catch (error) {
    await file.handle.close()
    throw error
  }
}

/** Makes the head of a reply. If-None-Match takes precedence over If-Range and Range: RFC 9110 13.2.2. */
function headOf({ size, version }: OpenFile, names: string[], request: AppRequest, special: FileHeaders) {
  if (!isRead(request)) throw methodNotAllowed()
  const tag = `"file-${version}"`
  const isMedia = names[0] === 'media'
  const ranges: Record<string, string> = isMedia ? { 'Accept-Ranges': 'bytes' } : {}
  // The desk's files of a preview are for the desk alone.
  const common = names[1] === 'desk' ? {} : everyReply
  const headers = mergeHeaders(common, revalidate, special, { ETag: tag }, ranges)
  if (matchesTag(request.header('if-none-match'), tag))
    return { status: 304, headers, part: { start: 0, end: 0 } }
  const range = isMedia ? rangeOf(request, tag, size) : undefined
  const part = range ?? { start: 0, end: size }
  const length = String(part.end - part.start)
  const content = mergeHeaders(headers, { 'Content-Type': typeOf(names.at(-1)!), 'Content-Length': length })
  if (range === undefined) return { status: 200, headers: content, part }
  const place = { 'Content-Range': `bytes ${part.start}-${part.end - 1}/${size}` }
  return { status: 206, headers: mergeHeaders(content, place), part }
}

/**
 * A list with one non-empty element (RFC 9110 5.6.1). Our own rather than range-parser (1.3.0), which refuses a request for the last n
 * bytes of a shorter file: that range is the whole file (14.1.2).
 */
const oneRange = /^bytes=[\s,]*(\d*)-(\d*)[\s,]*$/i

/**
 * Returns the byte range that a request asks for, RFC 9110 14.
 * @param tag the file's; `If-Range` may hold a date instead, which never matches, since no Last-Modified is sent
 * @returns `undefined` if the whole file is to be sent: also for several ranges, other units, invalid ranges, and the last n
 * bytes of an empty file, which Content-Range cannot express
 * @throws {HttpError} 416 if the file has none of these bytes
 */
function rangeOf({ method, header }: AppRequest, tag: string, size: number): ByteRange | undefined {
  const condition = header('if-range')
  if (method !== 'GET' || (condition !== undefined && condition !== tag)) return undefined
  const [, first = '', last = ''] = oneRange.exec(header('range') ?? '') ?? []
  if (first === '') return last === '' ? undefined : lastBytes(Number(last), size)
  if (last !== '' && Number(last) < Number(first)) return undefined
  if (Number(first) >= size) throw unsatisfiable(size)
  return { start: Number(first), end: last === '' ? size : Math.min(Number(last) + 1, size) }
}

function lastBytes(count: number, size: number): ByteRange | undefined {
  if (count === 0) throw unsatisfiable(size)
  return size === 0 ? undefined : { start: Math.max(0, size - count), end: size }
}

function unsatisfiable(size: number): HttpError {
  const message = `The file has ${size} bytes; ask for a range that starts before its end.`
  return new HttpError(416, 'Range not satisfiable', message, {}, { 'Content-Range': `bytes */${size}` })
}
