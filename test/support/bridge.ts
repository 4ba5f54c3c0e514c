// Upstash's REST protocol over a real Redis: one command (POST /), many (/pipeline), or all at once (/multi-exec).
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'

export interface Bridge {
  url: string
  token: string
  /** Requests so far. */
  requests: number
  /** Answers instead of the bridge while it is set. */
  instead: ((request: IncomingMessage, response: ServerResponse) => unknown) | undefined
  /** How late the next answer is, in ms. */
  late: () => number
  stop(): Promise<void>
}

type RedisCommand = [string, ...string[]]
type Result = { result: unknown } | { error: string }

/** @param redis the URL of the Redis behind it */
export async function startBridge(redis: string): Promise<Bridge> {
  const client = new Redis(redis, { retryStrategy: () => 50, maxRetriesPerRequest: 0 })
  client.on('error', () => {})
  /** Upstash hashes a script's whole text, an ordinary Redis the text without its first line. */
  const hashes = new Map<string, string>()
  const plain = (name: string, [script = '', ...rest]: string[]) => {
    if (/^evalsha$/i.test(name)) return [hashes.get(script) ?? script, ...rest]
    if (!/^eval$/i.test(name)) return [script, ...rest]
    const text = script.replace(/^#!.*/, '')
    hashes.set(sha1(script), sha1(text))
    return [text, ...rest]
  }
  const server = createServer(async (request, response) => {
    bridge.requests++
    if (bridge.instead) return bridge.instead(request, response)
    const encode = request.headers['upstash-encoding'] === 'base64' ? base64 : (value: unknown) => value
    const run = async ([name, ...args]: RedisCommand): Promise<Result> => {
      return client.call(name, ...plain(name, args)).then(
        (result) => ({ result: encode(result) }),
        (error: Error) => ({ error: error.message }),
      )
    }
    if (request.headers.authorization !== `Bearer ${bridge.token}`) {
      return reply(response, 401, { error: 'WRONGPASS invalid or missing auth token' })
    }
    const body = await json(request)
    const late = bridge.late()
    const isMany = request.url === '/pipeline'
    const result = isMany
      ? await Promise.all((body as RedisCommand[]).map(run))
      : await run(body as RedisCommand)
    if (late > 0) await pause(late)
    reply(response, 'error' in result ? 400 : 200, result)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bridge: Bridge = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'secret-of-the-bridge',
    requests: 0,
    instead: undefined,
    late: () => 0,
    async stop() {
      client.disconnect()
      server.closeAllConnections()
      server.close()
    },
  }
  return bridge
}

function reply(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
}

function base64(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(base64)
  return typeof value === 'string' && value !== 'OK' ? Buffer.from(value).toString('base64') : value
}

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex')
}
