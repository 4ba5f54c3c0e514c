// The byte range that a request asks for, RFC 9110 14. Our own rather than range-parser (1.3.0), which refuses a request for
// the last n bytes of a shorter file: that range is the whole file (14.1.2).
import { HttpError } from '../api/_app/http/error.ts'
import type { AppRequest } from '../api/_app/http/request.ts'
import type { ByteRange } from './file.ts'

/** A list with one non-empty element (RFC 9110 5.6.1). */
const oneRange = /^bytes=[\s,]*(\d*)-(\d*)[\s,]*$/i

/**
 * @param tag the file's; `If-Range` may hold a date instead, which never matches, since no Last-Modified is sent
 * @returns `undefined` if the whole file is to be sent: also for several ranges, other units, invalid ranges, and the last n
 * bytes of an empty file, which Content-Range cannot express
 * @throws {HttpError} 416 if the file has none of these bytes
 */
export function rangeOf({ method, header }: AppRequest, tag: string, size: number): ByteRange | undefined {
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
