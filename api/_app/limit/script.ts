// Counting in a Redis, in one step for all processes: the sliding window of @upstash/ratelimit, asked for one window or
// for several of which all or none count a request.
import { AnswerError } from './answer.ts'
import type { Limit } from './limits.ts'
import type { Counts } from './store.ts'

/** A window to count in. */
export interface Window {
  /** Of its counters: what stands before the number of the window. */
  key: string
  limit: Limit
}

/**
 * Keys: of each window its present counter and the one before. Arguments: the time by which the keys were made and by how
 * much it may differ from the store's, in ms; then of each window its requests and its milliseconds.
 *
 * Gives what is left of each window, -1 of one that refuses; or the store's time where the other differs too much, and then
 * nothing is counted. A store that may not tell the time is taken to agree.
 */
export const script = `
local now = tonumber(ARGV[1])
local time = redis.pcall('TIME')
if not time.err then
  local here = time[1] * 1000 + math.floor(time[2] / 1000)
  if math.abs(here - now) > tonumber(ARGV[2]) then return {'time', here} end
end
local counts = redis.call('MGET', unpack(KEYS))
local left, isAdmitted = {}, true
for i = 1, #KEYS / 2 do
  local requests, window = tonumber(ARGV[2 * i + 1]), tonumber(ARGV[2 * i + 2])
  local present, before = tonumber(counts[2 * i - 1] or 0), tonumber(counts[2 * i] or 0)
  local weighed = math.floor((1 - now % window / window) * before)
  left[i] = math.max(-1, requests - present - weighed - 1)
  isAdmitted = isAdmitted and left[i] >= 0
end
if not isAdmitted then return left end
for i = 1, #KEYS / 2 do
  local key, window = KEYS[2 * i - 1], tonumber(ARGV[2 * i + 2])
  if redis.call('INCR', key) == 1 then redis.call('PEXPIRE', key, 2 * window + 1000) end
end
return left
`

export function keysOf(windows: readonly Window[], now: number): string[] {
  return windows.flatMap(({ key, limit }) => {
    const number = Math.floor(now / limit.window)
    return [`${key}:${number}`, `${key}:${number - 1}`]
  })
}

export function argumentsOf(windows: readonly Window[], now: number, tolerance: number): number[] {
  return [now, tolerance, ...windows.flatMap(({ limit }) => [limit.requests, limit.window])]
}

/** The store's time in ms, where a reply is that. */
export function timeIn(reply: unknown): number | undefined {
  const [word, time] = Array.isArray(reply) ? reply : []
  return word === 'time' && Number.isSafeInteger(time) ? time : undefined
}

/**
 * @param now the time by which was asked
 * @throws {AnswerError} at anything that the script does not say
 */
export function countsIn(reply: unknown, windows: readonly Window[], now: number): Counts {
  const left: unknown[] = Array.isArray(reply) ? reply : []
  const isWhole = left.length === windows.length
  if (!isWhole || !left.every((one, i) => isLeft(one, windows[i]!.limit))) throw new AnswerError('no counts')
  return left.map((one, i) => {
    const { window } = windows[i]!.limit
    const windowEnd = (Math.floor(now / window) + 1) * window
    return { allowed: one !== -1, remaining: Math.max(0, one as number), windowEnd }
  })
}

function isLeft(value: unknown, { requests }: Limit): boolean {
  return Number.isInteger(value) && (value as number) >= -1 && (value as number) < requests
}
