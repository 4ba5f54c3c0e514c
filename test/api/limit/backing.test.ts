// Where requests are counted, by environment; half a configuration is refused by name, without revealing values.
import { describe, expect, test } from 'vitest'
import { backingFromEnvironment } from '../../../api/_app/limit/backend.ts'

const url = 'https://eu1-sparrow.upstash.io'
const prefix = 'galley:default:production'

describe('the environment', () => {
  test.each<[string, NodeJS.ProcessEnv, object]>([
    ['nothing', {}, { backend: 'memory' }],
    ['empty variables', { REDIS_URL: ' ', UPSTASH_REDIS_REST_URL: '' }, { backend: 'memory' }],
    [
      'Upstash’s own names',
      { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: ' t ' },
      { backend: 'upstash', url, token: 't', prefix },
    ],
    [
      'Vercel’s names',
      { KV_REST_API_URL: url, KV_REST_API_TOKEN: 't' },
      { backend: 'upstash', url, token: 't', prefix },
    ],
    [
      'all that Vercel’s integration sets',
      {
        KV_REST_API_URL: url,
        KV_REST_API_TOKEN: 't',
        KV_REST_API_READ_ONLY_TOKEN: 'r',
        KV_URL: 'rediss://x',
        REDIS_URL: 'rediss://x',
      },
      { backend: 'upstash', url, token: 't', prefix },
    ],
    [
      'addresses in any case',
      { KV_REST_API_URL: 'HTTP://host', KV_REST_API_TOKEN: 't' },
      { backend: 'upstash', url: 'HTTP://host', token: 't', prefix },
    ],
    [
      'a Redis in any case',
      { REDIS_URL: ' REDISS://:%2f%2F@host/ ' },
      { backend: 'redis', url: 'REDISS://:%2f%2F@host/', prefix },
    ],
    ['a Redis', { REDIS_URL: 'redis://host' }, { backend: 'redis', url: 'redis://host', prefix }],
    [
      'a Redis with everything',
      { REDIS_URL: 'rediss://user:p%40ss@host:6380/2' },
      { backend: 'redis', url: 'rediss://user:p%40ss@host:6380/2', prefix },
    ],
  ])('with %s says where', (_, env, backing) => {
    expect(backingFromEnvironment(env)).toEqual(backing)
  })

  test.each<[NodeJS.ProcessEnv, string]>([
    [{}, 'galley:default:production'],
    [{ VERCEL_PROJECT_PRODUCTION_URL: 'blog.example', VERCEL_ENV: 'preview' }, 'galley:blog.example:preview'],
    [{ GALLEY_NAMESPACE: ' ', VERCEL_ENV: ' ' }, 'galley:default:production'],
    [{ VERCEL_PROJECT_PRODUCTION_URL: 'blog.example', GALLEY_NAMESPACE: 'a:b' }, 'galley:a%3Ab:production'],
  ])('with %j names its counters', (env, expected) => {
    expect(backingFromEnvironment({ REDIS_URL: 'redis://host', ...env })).toMatchObject({ prefix: expected })
  })

  test.each<[NodeJS.ProcessEnv, RegExp]>([
    [{ UPSTASH_REDIS_REST_URL: url }, /^UPSTASH_REDIS_REST_TOKEN is missing/],
    [{ UPSTASH_REDIS_REST_TOKEN: 'secret' }, /^UPSTASH_REDIS_REST_URL is missing/],
    [{ KV_REST_API_URL: url }, /^KV_REST_API_TOKEN is missing/],
    [{ KV_REST_API_TOKEN: 'secret', REDIS_URL: 'redis://host' }, /^KV_REST_API_URL is missing/],
    [
      { UPSTASH_REDIS_REST_URL: 'rediss://:secret@host', UPSTASH_REDIS_REST_TOKEN: 'secret' },
      /^UPSTASH_REDIS_REST_URL .*REDIS_URL/,
    ],
    [{ KV_REST_API_URL: 'xhttps://host', KV_REST_API_TOKEN: 'secret' }, /^KV_REST_API_URL .*REDIS_URL/],
    [{ KV_REST_API_URL: 'https://[secret', KV_REST_API_TOKEN: 'secret' }, /^KV_REST_API_URL .*REDIS_URL/],
    [{ REDIS_URL: 'xredis://:secret@host' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'redis:///secret' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'redis://:secret@host/1x' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'redis://:secret@host/1/2' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'https://host' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'host:6379' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'redis://:100%secret@host' }, /^REDIS_URL .*%40/],
    [{ REDIS_URL: 'redis://' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'redis://:secret@host/first' }, /^REDIS_URL .*redis:\/\//],
    [{ REDIS_URL: 'redis://:secret%@host:port' }, /^REDIS_URL .*redis:\/\//],
  ])('with %j is refused by name', (env, message) => {
    expect(() => backingFromEnvironment(env)).toThrow(message)
    expect(() => backingFromEnvironment(env)).not.toThrow(/secret/)
  })
})
