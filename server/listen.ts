// The node:http server: its limits and its address.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Handler } from './handler.ts'
import { refuseOn } from './protocol-errors.ts'

/** Longer than a request's target may be, so that the app itself answers 414. */
const maxHeaderSize = 16 * 1024
/** Path and query, in bytes, as the app has it. */
const maxTarget = 8_192
/** How long the head of a request may take, and the whole of it. */
const headersTimeout = 10_000
const requestTimeout = 30_000
/** What a socket takes without being waited for. */
const highWaterMark = 16 * 1024
/** Longer than load balancers keep idle connections (60 s): they must not send into a closing one. */
const keepAliveTimeout = 65_000

export function createHttpServer({ handle, lastReply }: Handler): Server {
  const server = createServer({
    maxHeaderSize,
    highWaterMark,
    headersTimeout,
    requestTimeout,
    keepAliveTimeout,
    connectionsCheckingInterval: 2_000,
    joinDuplicateHeaders: true,
    requireHostHeader: false,
  })
  // A client that has said all it wants to (`nc -N`) may still be listening; Node would cut its reply.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('request', handle)
  // Nothing is expected that this server would have to agree to; Node would refuse with an empty 417.
  server.on('checkExpectation', handle)
  refuseOn(server, { maxTarget, lastReply })
  return server
}

/**
 * @param port 0 for a free one
 * @returns the URL it answers at
 */
export async function listen(server: Server, port: number, host: string): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return urlOf(server.address() as AddressInfo)
}

/** What a client on this machine writes. */
export function urlOf({ address, family, port }: AddressInfo): string {
  const any = address === '0.0.0.0' || address === '::'
  const host = any ? 'localhost' : family === 'IPv6' ? `[${address}]` : address
  return `http://${host}:${port}`
}
