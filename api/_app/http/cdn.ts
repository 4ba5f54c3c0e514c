// CDN mode, which is off by default: for how long a shared cache in front of us may answer with what it was given.
import { mergeHeaders, type Reply } from './reply.ts'
import { type AppRequest, queryOf } from './request.ts'

/** A day: whatever is longer was meant in another unit. */
const maxSeconds = 86_400

/**
 * `CDN_MAX_AGE`: how long shared caches may keep a reply, in seconds; `undefined` if they may not.
 * @throws {Error} that names the variable and what to write
 */
export function cdnMaxAgeFromEnvironment(env: NodeJS.ProcessEnv): number | undefined {
  const text = env.CDN_MAX_AGE?.trim() ?? ''
  if (text === '' || text === 'off') return undefined
  if (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= maxSeconds) return Number(text)
  throw new Error(
    `CDN_MAX_AGE "${text}" is not a number of seconds from 1 to ${maxSeconds}; write one such as 60, or off.`,
  )
}

/**
 * The reply as a shared cache may keep it, if it may: a 200 or 304 under a workspace's key. The age is the same for every reply,
 * since one that ends when a scheduled post appears would tell of it. Without `X-RateLimit-`, which is about one request.
 * `must-revalidate` would forbid what `stale-while-revalidate` allows.
 */
export function cacheableReply(reply: Reply, request: AppRequest, maxAge: number): Reply {
  const { status, headers } = reply
  const isPreview = headers['X-Galley-Preview'] !== undefined
  // Even without a value: that is how a client gets past the cache for the first of several pages.
  const asksForSnapshot = new URLSearchParams(queryOf(request.target)).has('snapshot')
  if ((status !== 200 && status !== 304) || isPreview || asksForSnapshot) return reply
  const cached = mergeHeaders(headers, {
    'Cache-Control': `public, max-age=0, s-maxage=${maxAge}, stale-while-revalidate=${maxAge}`,
  })
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) delete cached[name]
  return { ...reply, headers: cached }
}
