// An ordinary Redis or Valkey over TCP, behind the interface that Upstash's library uses for its own.
import type { Redis as Client } from 'ioredis'
import { AnswerError } from './counter.ts'
import { DeadlineError, withDeadline } from './guard.ts'
import type { Connection } from './scripts.ts'

/**
 * @param url redis:// or rediss://, with user, password and database number if any
 * @param timeout ms after which a connection is dropped that has not been made, or on which a reply is due
 */
export async function connectRedis(url: string, timeout: number): Promise<Connection> {
  const [{ Redis: Upstash }, { Redis }] = await Promise.all([import('@upstash/redis'), import('ioredis')])
  const open = () =>
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
    })
  const connection = connectionBy(open, timeout)
  const redis = new Upstash({
    async request<T>({ body }: { body?: unknown }) {
      const [name, ...args] = body as string[]
      return { result: (await connection.call(name!, args)) as T }
    },
  })
  return { redis, takesFlags: false, close: connection.close }
}

/** One connection at a time, made when there is a command to send and none is open. */
function connectionBy(open: () => Client, timeout: number) {
  let current: Client | undefined
  /** The reason why the current connection failed; its commands only learn that it was closed. */
  let failure: Error | undefined

  function connect(): Client {
    const client = open()
    failure = undefined
    client.on('error', (error) => {
      // A reply may be found late when there is another connection already.
      if (current !== client) return
      failure = error
      // If selecting the database failed, the connection would carry on with another one.
      client.disconnect()
      // `disconnect` only says goodbye: a server that goes on sending would be read.
      client.stream?.destroy()
    })
    client.once('connect', () => readOnlyReplies(client))
    client.once('end', () => {
      current = undefined
    })
    return client
  }

  return {
    async call(name: string, args: string[]): Promise<unknown> {
      current ??= connect()
      const client = current
      const answer = await withDeadline(timeout, client.call(name, ...args)).catch((error: Error) => {
        if (error instanceof DeadlineError) client.emit('error', error)
        throw error.name === 'ReplyError' ? error : (failure ?? error)
      })
      if (failure) throw failure
      return answer
    },
    close: () => current?.disconnect(),
  }
}

/** The replies of `AUTH`, `SELECT` and our scripts: `[number, number]`, `['time', number]`, or an error. */
const replies = /[-+][^\r\n]*\r\n|\*2\r\n(?::-?\d{1,16}|\$4\r\ntime)\r\n:-?\d{1,16}\r\n/gy
const begunReply = /^(?:\*2\r\n(?::-?\d{1,16}\r\n|\$4\r\n(?:time\r\n)?)?)?[^\r\n]*\r?$/
/** No reply has as many bytes: errors are the longest. */
const longestReply = 4_096

/**
 * Lets nothing else through to the decoder of ioredis, which makes arrays of any length that is announced, throws out of an
 * event at a null that nobody has asked for, and keeps what has no end.
 */
function readOnlyReplies(client: Client): void {
  const { stream } = client
  const [decode] = stream.listeners('data') as ((bytes: Buffer) => void)[]
  let unread = ''
  stream.off('data', decode!)
  stream.on('data', (chunk: Buffer) => {
    unread += chunk.toString('latin1')
    for (const [reply] of unread.matchAll(replies)) {
      unread = unread.slice(reply.length)
      if (!stream.destroyed) decode!(Buffer.from(reply, 'latin1'))
    }
    if (unread.length > longestReply || !begunReply.test(unread))
      client.emit('error', new AnswerError('not a reply of our commands'))
  })
}
