// What a shared store may answer. Anything else is a failure of the store: never a refusal, never a NaN in a header.
import type { Limit } from './limits.ts'

export class AnswerError extends Error {
  override name = 'AnswerError'
}

/** What may be left of a window, by its answer. */
export interface Bounds {
  least: number
  most: number
}

/** What the library makes of a script's reply. */
export interface Answered {
  success: boolean
  limit: number
  remaining: number
  reason?: unknown
}

/**
 * A script replies `[remaining, limit]`, with -1 for a request it refused; the library would take any other negative
 * number for a refusal, too.
 * @throws {AnswerError}
 */
export function checkReply(reply: unknown, { requests }: Limit, { least, most }: Bounds): void {
  const [remaining, limit] = Array.isArray(reply) ? reply : []
  const isReply = Array.isArray(reply) && reply.length === 2 && limit === requests
  if (!isReply || !isBetween(remaining, least, most)) throw new AnswerError('no reply of the script')
}

/** @throws {AnswerError} where the library decides something that no script has */
export function checkAnswered(answered: Answered, { requests }: Limit): void {
  const { success, limit, remaining, reason } = answered
  const isWhole = typeof success === 'boolean' && limit === requests && isBetween(remaining, 0, requests)
  if (!isWhole || reason !== undefined) throw new AnswerError('no decision')
}

function isBetween(value: unknown, least: number, most: number): boolean {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}
