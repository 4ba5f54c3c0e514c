// Reads from the environment where requests are counted: in Upstash over REST, in a Redis over TCP, or in this process.
import { tried } from '../../../snapshot/tried.ts'
import type { Limits } from './limits.ts'

export type Backend = 'upstash' | 'redis' | 'memory'

/** A store that several processes share. */
export type SharedStore =
  | { backend: 'upstash'; url: string; token: string; prefix: string }
  | { backend: 'redis'; url: string; prefix: string }

export type Backing = SharedStore | { backend: 'memory' }

/** True on Cloudflare, where work that a request has begun may end with it. */
export const isWorker = 'WebSocketPair' in globalThis

/** The stores' names as operators know them. */
export const storeNames = { upstash: 'Upstash', redis: 'Redis' }

/** The options of a shared store. */
export interface StoreOptions {
  limits: Limits
  /** The clock, in ms since the epoch. */
  now: () => number
  /** The difference from the store's clock, in ms, from which the store's clock is used. */
  tolerance: number
  /** Gets a line when the store fails or its clock differs, and when that is over. */
  log: (line: string) => void
  /** The time that one request waits for the store, in ms. */
  deadline: number
}

/**
 * Upstash if both URL and token are set, else the Redis at `REDIS_URL`, else memory.
 * @throws {Error} that names the variable and what to write, and never repeats a value: it may hold a password
 */
export function backingFromEnvironment(env: NodeJS.ProcessEnv): Backing {
  const prefix = prefixOf(env)
  for (const [urlName, tokenName] of upstashVariables) {
    const [url, token] = [given(env, urlName), given(env, tokenName)]
    if (url !== '' && token !== '') return { backend: 'upstash', url: restUrl(urlName, url), token, prefix }
    if (url !== '') throw halfOf(urlName, tokenName)
    if (token !== '') throw halfOf(tokenName, urlName)
  }
  const url = given(env, 'REDIS_URL')
  return url === '' ? { backend: 'memory' } : { backend: 'redis', url: redisUrl(url), prefix }
}

/** Two projects that share a Redis, or one project's previews and production, do not use up each other's quota. */
function prefixOf(env: NodeJS.ProcessEnv): string {
  const namespace = given(env, 'GALLEY_NAMESPACE') || given(env, 'VERCEL_PROJECT_PRODUCTION_URL')
  const parts = [namespace || 'default', given(env, 'VERCEL_ENV') || 'production']
  return `galley:${parts.map(encodeURIComponent).join(':')}`
}

const upstashVariables = [
  ['UPSTASH_REDIS_REST_URL', 'UPSTASH_REDIS_REST_TOKEN'],
  ['KV_REST_API_URL', 'KV_REST_API_TOKEN'],
] as const

/** An empty variable counts as unset. */
function given(env: NodeJS.ProcessEnv, name: string): string {
  return env[name]?.trim() ?? ''
}

function halfOf(given: string, missing: string): Error {
  return new Error(`${missing} is missing: ${given} is set, and neither works without the other. Set both.`)
}

function restUrl(name: string, text: string): string {
  if (/^https?:/i.test(text) && tried(() => new URL(text))) return text
  throw new Error(`${name} is not the address of a REST API; write https://….upstash.io, or set REDIS_URL.`)
}

function redisUrl(text: string): string {
  const isAddress =
    /^rediss?:\/\/[^/]/i.test(text) && !/%(?![\da-f]{2})/i.test(text) && tried(() => new URL(text))
  // ioredis counts in database 0 when it cannot read the number.
  if (isAddress && /^\/?\d*$/.test(new URL(text).pathname)) return text
  throw new Error(
    'REDIS_URL is not the address of a Redis; write redis://user:password@host:6379/0, with rediss:// for TLS ' +
      'and %40 for an @ in the password.',
  )
}
