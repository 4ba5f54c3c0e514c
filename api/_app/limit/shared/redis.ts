// An ordinary Redis or Valkey over TCP, behind the interface that Upstash's library uses for its own.
import type { Redis as Client } from 'ioredis'
import type { Connection } from './scripts.ts'

/**
 * @param url redis:// or rediss://, with user, password and database number if any
 * @param timeout ms without data after which a connection is dropped
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
        socketTimeout: timeout,
        // The check would hold requests back while Redis loads its data, which Redis reports itself.
        enableReadyCheck: false,
        // The protocol every version of Redis and Valkey speaks, without a handshake.
        protocol: 2,
        disableClientInfo: true,
      }),
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
  #client: Client | undefined
  /** Why the current connection failed; its commands only learn that it was closed. */
  #failure: Error | undefined

  constructor(open: () => Client) {
    this.#open = open
  }

  async call(name: string, args: string[]): Promise<unknown> {
    this.#client ??= this.#connect()
    const answer = await this.#client.call(name, ...args).catch((error: Error) => {
      throw error.name === 'ReplyError' ? error : (this.#failure ?? error)
    })
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
      this.#failure = error
      // If selecting the database failed, the connection would carry on with another one.
      client.disconnect()
    })
    client.once('end', () => {
      this.#client = undefined
    })
    return client
  }
}
