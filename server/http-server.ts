// The node:http server: its limits, and how it shuts down.
import { createServer, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Handler } from './handler.ts'
import { handleProtocolErrors } from './protocol-errors.ts'

/** More than a request's target may have, so that the app itself answers 414. */
const maxHeaderSize = 16 * 1024
/** The time that a request's head may take to arrive, and all of it. */
const headersTimeout = 10_000
const requestTimeout = 30_000
/** The bytes that a socket buffers before writes have to wait. */
const highWaterMark = 16 * 1024
/** Longer than load balancers keep idle connections (60 s): they must not reuse one that is closing. */
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
  // A client that closes its sending side (`nc -N`) may still be reading; Node would cut off its reply.
  Object.assign(server, { httpAllowHalfOpen: true })
  server.on('request', handle)
  // An Expect header is ignored; Node would refuse with an empty 417.
  server.on('checkExpectation', handle)
  handleProtocolErrors(server, lastReply)
  return server
}

/**
 * Closes idle connections at once, and the others after their reply.
 * Tracks connections, so it must be created before the server listens.
 * @param timeout how long replies in progress may take, in ms
 * @returns a function that closes the server and resolves when the last connection is closed
 */
export function createShutdown(server: Server, timeout: number): () => Promise<void> {
  const open = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  const closeIdle = () => {
    server.closeIdleConnections()
    // Browsers open connections ahead of requests; Node does not count an unused one as idle.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    const idle = setInterval(closeIdle, 25)
    const rest = setTimeout(() => server.closeAllConnections(), timeout)
    closeIdle()
    await closed
    clearInterval(idle)
    clearTimeout(rest)
  }
}
