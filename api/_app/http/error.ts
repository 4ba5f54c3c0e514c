// A mistake in a request: thrown anywhere below the app, turned into the contract's error body in one place.

export interface Complaint {
  field: string
  message: string
}

type Specifics = Record<string, string | number>

export class HttpError extends Error {
  override name = 'HttpError'
  readonly status: number
  readonly label: string
  readonly details: Specifics | Complaint[]
  readonly headers: Record<string, string>

  /**
   * @param label the body's `error`, one of the contract's table
   * @param message one sentence that says what to do
   */
  constructor(
    status: number,
    label: string,
    message: string,
    details: Specifics | Complaint[] = {},
    headers: Record<string, string> = {},
  ) {
    super(message)
    this.status = status
    this.label = label
    this.details = Array.isArray(details) ? details : { message, statusCode: status, ...details }
    this.headers = headers
  }

  /** The contract's `{ error, message, details }`. */
  toBody() {
    return { error: this.label, message: this.message, details: this.details }
  }
}

export function notFound(): HttpError {
  return new HttpError(404, 'Not found', 'There is no such route; /docs lists the ones there are.')
}

export function invalidWorkspace(): HttpError {
  return new HttpError(
    404,
    'Invalid workspace',
    'No workspace has this key; write the key of a published workspace after /v1/.',
  )
}

/** @throws {HttpError} 405 for every method that does not read; OPTIONS is answered before */
export function requireRead(method: string): void {
  if (method === 'GET' || method === 'HEAD') return
  const message = 'This API is read-only; use GET, HEAD or OPTIONS.'
  throw new HttpError(405, 'Method not allowed', message, {}, { Allow: 'GET, HEAD, OPTIONS' })
}

export function uriTooLong(limit: number): HttpError {
  return new HttpError(414, 'URI too long', `Path and query may have ${limit} bytes together; shorten them.`)
}

/** @param seconds when to try again */
export function snapshotUnavailable(seconds: number): HttpError {
  const message = `The published content cannot be read at the moment; try again in ${seconds} s.`
  return new HttpError(503, 'Snapshot unavailable', message, {}, { 'Retry-After': String(seconds) })
}

/** @param seconds when to try again */
export function busy(message: string, seconds: number): HttpError {
  return new HttpError(503, 'Busy', message, {}, { 'Retry-After': String(seconds) })
}

export function internalError(): HttpError {
  return new HttpError(500, 'Internal server error', 'Something went wrong on our side; try again later.')
}
