// The errors that may be thrown, as classes for `instanceof`.

/** A reply other than what was asked for. */
export class GalleyError extends Error {
  override name = 'GalleyError'
  /** The HTTP status; 0 for a `BrokenReply`. */
  readonly status: number
  /** The name of what went wrong, in the API's words: `Invalid query parameters`. */
  readonly error: string
  /** More about it: for a 400, what is wrong with each parameter. */
  readonly details: unknown

  constructor(status: number, error: string, message: string, details?: unknown) {
    super(message)
    this.status = status
    this.error = error
    this.details = details
  }
}

/** 404: the workspace has no such post, category, tag or author, or there is no workspace with this key. */
export class NotFound extends GalleyError {
  override name = 'NotFound'
}

/** 429 or 503, and the last try was refused as well, or the wait would be too long. */
export class Overloaded extends GalleyError {
  override name = 'Overloaded'
  /** The time to wait, in seconds. */
  readonly retryAfter: number

  constructor(status: number, error: string, message: string, details: unknown, retryAfter: number) {
    super(status, error, message, details)
    this.retryAfter = retryAfter
  }
}

/** 409: what the workspace publishes has changed between two pages, so they do not belong together; start again. */
export class SnapshotChanged extends GalleyError {
  override name = 'SnapshotChanged'
}

/** 304: the reply would be that of the `etag` that was sent. */
export class NotModified extends GalleyError {
  override name = 'NotModified'
}

/** There is no reply, or it stops, breaks off, is too long or is not from Galley; `cause` is what was thrown, if anything was. */
export class BrokenReply extends GalleyError {
  override name = 'BrokenReply'

  constructor(message: string, cause?: unknown) {
    super(0, 'Broken reply', message)
    this.cause = cause
  }
}
