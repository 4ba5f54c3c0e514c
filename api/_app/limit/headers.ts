// A limiter's decision as the client reads it.
import { HttpError } from '../http/error.ts'
import type { Decision } from './decision.ts'

/** The three headers of every counted response; the reset is a whole Unix second. */
export function limitHeaders(decision: Decision): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(decision.limit),
    'X-RateLimit-Remaining': String(decision.remaining),
    'X-RateLimit-Reset': String(resetSecond(decision)),
  }
}

/** Retry-After counts to the very second of X-RateLimit-Reset. */
export function tooManyRequests(decision: Decision): HttpError {
  const second = resetSecond(decision)
  const wait = Math.max(1, Math.ceil(second - decision.now / 1000))
  const when = new Date(second * 1000).toISOString()
  const message = `Too many requests; retry after ${when} (X-RateLimit-Reset), in ${wait} s.`
  return new HttpError(429, 'Too many requests', message, {}, { 'Retry-After': String(wait) })
}

function resetSecond(decision: Decision): number {
  return Math.ceil(decision.reset / 1000)
}
