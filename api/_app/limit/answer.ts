// What a shared store may answer. Anything else is a failure of the store: never a refusal, never a NaN in a header.
import type { Limit } from './limits.ts'
import type { Count } from './store.ts'

export class AnswerError extends Error {
  override name = 'AnswerError'
}

/** What the library makes of a script's reply. */
export interface Answered {
  success: boolean
  limit: number
  remaining: number
  /** ms since the epoch. */
  reset: number
  reason?: unknown
}

/**
 * The script itself replies `[remaining, limit]`, and -1 for a request it refused; the library would take any other
 * negative number for a refusal, too.
 * @throws {AnswerError}
 */
export function checkReply(reply: unknown, { requests }: Limit): void {
  const [remaining, limit] = Array.isArray(reply) ? reply : []
  if (isBetween(remaining, -1, requests - 1) && limit === requests) return
  throw new AnswerError('no reply of the script')
}

/** @throws {AnswerError} */
export function countOf({ success, limit, remaining, reset, reason }: Answered, { requests }: Limit): Count {
  const isWhole = typeof success === 'boolean' && limit === requests && isBetween(remaining, 0, requests)
  if (!isWhole || !Number.isFinite(reset) || reason !== undefined) throw new AnswerError('no decision')
  return { allowed: success, remaining, windowEnd: reset }
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}
