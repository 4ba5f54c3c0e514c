// An ordinary Redis or Valkey over TCP, behind the interface that Upstash's library uses for its own.
import type { Redis as Client } from 'ioredis'
import { ReplyCutter } from './replies.ts'
import type { Connection } from './scripts.ts'

/**
 * @param url redis:// or rediss://, with user, password and database number if any
 * @param timeout ms after which a connection is dropped that has not been made, or on which a reply is due
 */
export async function connectRedis(url: string, timeout: number): Promise<Connection> {
  const [{ Redis: Upstash }, { Redis }] = await Promise.all([import('@upstash/redis'), import('ioredis')])
  const connection = new LazyConnection(
    () =>
      new Redis(url, {
        lazyConnect: true,
        // The caller decides when to try again: a Redis that is down costs no sockets in the meantime.
        retryStrategy: () => null,
        connectTimeout: timeout,
        // The check would hold requests back while Redis loads its data, which Redis reports itself.
        enableReadyCheck: false,
        // The protocol every version of Redis and Valkey speaks, without a handshake.
        protocol: 2,
        disableClientInfo: true,
      }),
    timeout,
  )
  const redis = new Upstash({
    async request<T>({ body }: { body?: unknown }) {
      const [name, ...args] = body as string[]
      return { result: (await connection.call(name!, args)) as T }
    },
  })
  return { redis, takesFlags: false, close: () => connection.close() }
}

/** One connection at a time, made when there is a command to send and none is open. */
class LazyConnection {
  readonly #open: () => Client
  readonly #timeout: number
  #client: Client | undefined
  /** Why the current connection failed; its commands only learn that it was closed. */
  #failure: Error | undefined

  constructor(open: () => Client, timeout: number) {
    this.#open = open
    this.#timeout = timeout
  }

  async call(name: string, args: string[]): Promise<unknown> {
    this.#client ??= this.#connect()
    const client = this.#client
    const late = () => client.emit('error', new Error('timeout'))
    // If the process was held up, it first reads what has arrived in the meantime.
    const timer = setTimeout(() => setImmediate(late), this.#timeout)
    const answer = await client
      .call(name, ...args)
      .catch((error: Error) => {
        throw error.name === 'ReplyError' ? error : (this.#failure ?? error)
      })
      .finally(() => clearTimeout(timer))
    if (this.#failure) throw this.#failure
    return answer
  }

  close(): void {
    this.#client?.disconnect()
  }

  #connect(): Client {
    const client = this.#open()
    this.#failure = undefined
    client.on('error', (error) => {
      // A reply may be found late when there is another connection already.
      if (this.#client !== client) return
      this.#failure = error
      // If selecting the database failed, the connection would carry on with another one.
      client.disconnect()
      // Which only says goodbye: whoever goes on sending would be read.
      client.stream?.destroy()
    })
    client.once('connect', () => readOnlyReplies(client))
    client.once('end', () => {
      this.#client = undefined
    })
    return client
  }
}

/** Puts itself before the decoder of ioredis, the first to listen. */
function readOnlyReplies(client: Client): void {
  const { stream } = client
  const [decode] = stream.listeners('data') as ((bytes: Buffer) => void)[]
  const cutter = new ReplyCutter()
  stream.off('data', decode!)
  stream.prependListener('data', (chunk: Buffer) => {
    try {
      for (const reply of cutter.replies(chunk)) if (!stream.destroyed) decode!(reply)
    } catch (error) {
      client.emit('error', error)
    }
  })
}
