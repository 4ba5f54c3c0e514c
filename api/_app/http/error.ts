// Errors as replies. A mistake in a request is thrown anywhere in the app; whatever is thrown becomes a reply here.
import { isExhaustion, SnapshotError } from '../../../snapshot/folder/error.ts'
import type { Headers, Reply } from './reply.ts'
import { byteLength, jsonContent, mergeHeaders, postMethods, readMethods } from './reply.ts'

export interface Complaint {
  field: string
  message: string
}

type Details = Record<string, string | number> | Complaint[]

export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly label: string
  readonly details: Details
  readonly headers: Headers

  /**
   * @param label the body's `error`, from the contract's table
   * @param message one sentence that says what to do
   */
  constructor(status: number, label: string, message: string, details: Details = {}, headers: Headers = {}) {
    super(message)
    this.status = status
    this.label = label
    this.details = Array.isArray(details) ? details : { message, statusCode: status, ...details }
    this.headers = headers
  }
}

export function notFound(message = 'There is no such route; /docs lists the ones there are.'): HttpError {
  return new HttpError(404, 'Not found', message)
}

export function noCollection(): HttpError {
  const message =
    'This workspace has no such collection; include=collections of the workspace says which there are.'
  return new HttpError(404, 'Collection not found', message)
}

export function invalidWorkspace(): HttpError {
  const message = 'No workspace has this key; write the key of a published workspace after /v1/.'
  return new HttpError(404, 'Invalid workspace', message)
}

export function methodNotAllowed(
  message = 'This API is read-only; use GET, HEAD or OPTIONS.',
  allowed = readMethods,
): HttpError {
  return new HttpError(405, 'Method not allowed', message, {}, { Allow: allowed })
}

export function notPosted(): HttpError {
  return methodNotAllowed('This route takes one message in the body of a POST.', postMethods)
}

/** Path and query, in bytes (a normalised target is ASCII). */
export const maxTarget = 8_192

export function uriTooLong(): HttpError {
  const message = `Path and query may have at most ${maxTarget} bytes together; shorten them.`
  return new HttpError(414, 'URI too long', message)
}

export function snapshotUnavailable(details: Details = {}): HttpError {
  const message = 'The published content cannot be read at the moment; try again in 10 s.'
  return new HttpError(503, 'Snapshot unavailable', message, details, { 'Retry-After': '10' })
}

/** @param seconds until a retry makes sense */
export function busy(message: string, seconds: number): HttpError {
  return new HttpError(503, 'Busy', message, {}, { 'Retry-After': String(seconds) })
}

/** Ends the work of a request whose client has gone. Nobody reads the reply, and nothing is logged. */
export class DisconnectedError extends HttpError {
  constructor() {
    super(503, 'Busy', 'The client has disconnected.')
  }
}

/**
 * @param headers those collected for the reply so far
 * @param log gets what is ours to fix; clients learn nothing of it
 * @param why there may be no snapshot, in words that everybody may read
 */
export function failure(error: unknown, headers: Headers, log: (line: string) => void, why?: string): Reply {
  const { status, label, message, details, headers: further } = asHttpError(error, log, why)
  const body = [Buffer.from(JSON.stringify({ error: label, message, details }))]
  const own = { 'Cache-Control': 'no-store', 'Content-Length': String(byteLength(body)), ...further }
  return { status, headers: mergeHeaders(headers, jsonContent, own), body }
}

function asHttpError(error: unknown, log: (line: string) => void, why?: string): HttpError {
  if (error instanceof HttpError) return error
  const isSnapshot = error instanceof SnapshotError
  if (isSnapshot || isExhaustion(error)) {
    const message = error instanceof Error ? error.message : String(error)
    log(`${isSnapshot ? 'snapshot unavailable' : 'out of descriptors or memory'}: ${message}`)
    return snapshotUnavailable(why === undefined ? {} : { bucket: why })
  }
  log(`internal error: ${error instanceof Error ? error.stack : String(error)}`)
  return new HttpError(500, 'Internal server error', 'Something went wrong on our side; try again later.')
}
