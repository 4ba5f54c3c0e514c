// An ordinary Redis or Valkey over TCP, behind the interface through which Upstash's library speaks to its own.
import type { Redis as Client } from 'ioredis'
import type { Connection } from './scripts.ts'

/**
 * @param url redis:// or rediss://, with user, password and database number where there are such
 * @param silence ms after which a connection that says nothing is given up
 */
export async function connectRedis(url: string, silence: number): Promise<Connection> {
  const [{ Redis: Upstash }, { Redis }] = await Promise.all([import('@upstash/redis'), import('ioredis')])
  const line = new Line(
    () =>
      new Redis(url, {
        lazyConnect: true,
        // Who asks decides when to try again: a Redis that is away costs no sockets in the meantime.
        retryStrategy: () => null,
        connectTimeout: silence,
        socketTimeout: silence,
        // It would hold requests back while Redis loads its data, which tells them so itself.
        enableReadyCheck: false,
        // What every version of Redis and Valkey speaks, without a greeting.
        protocol: 2,
        disableClientInfo: true,
      }),
  )
  const redis = new Upstash({
    async request<T>({ body }: { body?: unknown }) {
      const [name, ...args] = body as string[]
      return { result: (await line.call(name!, args)) as T }
    },
  })
  return { redis, takesFlags: false, close: () => line.close() }
}

/** One connection at a time, made when there is something to say and none that stands. */
class Line {
  readonly #open: () => Client
  #client: Client | undefined
  /** What the present connection suffers from; that it is closed is all its commands are told. */
  #trouble: Error | undefined

  constructor(open: () => Client) {
    this.#open = open
  }

  async call(name: string, args: string[]): Promise<unknown> {
    this.#client ??= this.#connect()
    const answer = await this.#client.call(name, ...args).catch((error: Error) => {
      throw error.name === 'ReplyError' ? error : (this.#trouble ?? error)
    })
    if (this.#trouble) throw this.#trouble
    return answer
  }

  close(): void {
    this.#client?.disconnect()
  }

  #connect(): Client {
    const client = this.#open()
    this.#trouble = undefined
    client.on('error', (error) => {
      this.#trouble = error
      // One on which the database could not be selected would go on with another.
      client.disconnect()
    })
    client.once('end', () => {
      if (this.#client === client) this.#client = undefined
    })
    return client
  }
}
